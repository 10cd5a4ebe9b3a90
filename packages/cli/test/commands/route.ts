import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../../command-line/test/tree.ts';
import { type Project, routesFile } from './project.ts';

/** The behavior of fw, with every inspection. */
export function routeTests(project: Project): void {
  const { run, generate, read, write, expectUnchanged } = project;

  const guard = (name: string): string =>
    `import type { Middleware } from 'fw-runtime/b';\n\nexport const ${name}: Middleware = (request, delegate) => delegate(request);\n`;

  describe('fw generate route', () => {
    test.each([
      ['/about', [], "new TextResponse('About\\n')", '200'],
      [
        '/about',
        ['--answer', 'json'],
        'new JsonResponse({ query: Object.fromEntries(request.query) })',
        '200',
      ],
      ['/about/{id}', [], 'new JsonResponse(%params%)', '200'],
      ['/about', ['--method', 'POST'], 'new JsonResponse(%body%, 201)', '201'],
      ['PUT,PATCH /about/{id}', [], 'new JsonResponse({ ...%params%, body%: body% })', '200'],
      ['DELETE /about/{id}', [], 'new EmptyResponse()', '204'],
      ['/about', ['--answer', 'redirect'], "new RedirectResponse('/')", '302'],
      ['POST /about', ['--answer', 'redirect'], "new RedirectResponse('/', 303)", '303'],
    ])('%s %j responds at once, as a class and as a function', async (path, flags, code, status) => {
      const body = 'await request.json()';
      const inFunction = code.replaceAll('%params%', 'params').replace('%: body%', `: ${body}`);
      const inClass = code.replaceAll('%params%', 'request.params').replace('%: body%', '');
      await generate('route', '--path', path, ...flags, '--class', 'About');
      expect(await read('src/action/about.ts')).toContain(`return ${inClass.replace('%body%', 'body')};`);
      expect(await read('test/about.test.ts')).toContain(`toBe(${status});`);
      await run(['undo']);
      await generate('route', '--path', path, ...flags);
      const [name = ''] = [...(await read(routesFile)).matchAll(/#app\/action\/([a-z-]*about)'/g)].map(
        (match) => match[1],
      );
      const action = await read(`src/action/${name}.ts`);
      const isPlain = !action.includes('contract(');
      expect(action).toContain(`${isPlain ? 'return' : '=>'} ${inFunction.replace('%body%', body)}`);
      const generated = await read(`test/${name}.test.ts`);
      expect(generated).toContain(isPlain ? `toBe('${name}');` : `toBe(${status});`);
    });

    test('puts a page into its own file, which escapes its values', async () => {
      await generate(
        'route',
        '--path',
        '/post/{post-id}[/{page}]',
        '--class',
        'ShowPost',
        '--answer',
        'template',
      );
      expect(await read('src/action/show-post.ts')).toMatch(
        'return new HtmlResponse(showPost(request.params));',
      );
      const page = await read('src/template/show-post.ts');
      expect(page).toMatch(
        'export function showPost(params: Readonly<Record<string, string | undefined>>): Html {',
      );
      expect(page).toMatch("<p>post-id: ${params['post-id']}</p>");
      await generate('route', '--path', '/shop', '--answer', 'template', '--feature', 'shop');
      expect(await read('src/shop/template/shop-page.ts')).toMatch('export function shopPage(): Html {');
      expect(await read('src/shop/shop.ts')).toMatch(
        "import { shopPage } from '#app/shop/template/shop-page';",
      );
    });

    test("writes a contract with the project's library, or adds a library, which undo removes", async () => {
      const flags = ['--contract', 'title:string, draft:boolean?', '--no-install'];
      const manifest = await read('package.json');
      expect(await generate('route', '--path', 'POST /posts', ...flags, '--schema', 'valibot')).toMatchObject(
        {
          exitCode: 0,
        },
      );
      expect(await read('package.json')).toMatch(/"@valibot\/to-json-schema": ".*"valibot": "/s);
      expect(await read('config/autoload/valibot.global.ts')).toMatch(
        / converters: \{\n      valibot: \(schema\) => toJsonSchema/,
      );
      expect(await read('test/create-posts.test.ts')).toMatch("{ pointer: '/title', in: 'body' }");
      const again = await generate('route', '--path', 'POST /posts', ...flags);
      expect(again.stdout).toMatch('Nothing to do');
      expect(await generate('route', '--path', '/posts', ...flags)).toMatchObject({ exitCode: 0 });
      expect(await read('src/action/posts.ts')).toMatch(
        /import \* as v from 'valibot';.*const Query = v\.object/s,
      );
      await run(['undo']);
      expect((await run(['undo'])).stdout).toMatch('restored  package.json');
      expect(await read('package.json')).toBe(manifest);
      await expectUnchanged();
    });

    test('rejects a contract if a service has the name of its schema', async () => {
      await generate('service', '--class', 'Body');
      const flags = ['--path', 'POST /posts', '--contract', 'title:string', '--services', 'Body'];
      expect(await generate('route', ...flags, '--no-install')).toMatchObject({
        exitCode: 2,
        stderr: 'Body would name two things in src/action/create-posts.ts: rename one of them.',
      });
      await run(['undo']);
      await expectUnchanged();
    });

    test('shows with a dry run the package that a contract adds', async () => {
      const flags = ['--path', 'POST /posts', '--contract', 'title:string', '--dry-run'];
      expect((await generate('route', ...flags)).stdout).toMatch(/\+\s+"zod": "/);
      await expectUnchanged();
    });

    test('creates several in one change, which one undo reverts', async () => {
      const paths = ['/posts', 'POST /posts', '/posts/{id}', 'any /posts/{id}/raw'];
      const flags = paths.flatMap((path) => ['--path', path]);
      expect(await generate('route', ...flags, '--token', String.raw`id=\d+`)).toMatchObject({ exitCode: 0 });
      const routes = JSON.parse((await run(['routes', '/posts', '--json'])).stdout) as {
        methods: string[] | null;
        name: string;
      }[];
      expect(routes.map(({ methods, name }) => `${methods?.join() ?? 'any'} ${name}`)).toEqual([
        'GET posts',
        'POST create-posts',
        'GET show-posts',
        'any show-posts-raw',
      ]);
      expect(await run(['routes', 'match', 'GET', '/posts/x'])).toMatchObject({ exitCode: 1 });
      const written = await treeOf(project.cwd);
      expect((await generate('route', ...flags, '--token', String.raw`id=\d+`)).stdout).toMatch(
        'Nothing to do',
      );
      expect(await treeOf(project.cwd)).toEqual(written);
      expect((await run(['undo'])).stdout).toMatch(
        String.raw`Undone: fw generate route --path /posts --path 'POST /posts' --path '/posts/{id}' --path 'any /posts/{id}/raw'`,
      );
      await expectUnchanged();
    });

    test.each([
      [
        ['--path', '/x', '--path', '/y', '--class', 'X'],
        /^--class: Several routes are named after method and path/,
      ],
      [['--path', '/x', '--path', '/y', '--name', 'x'], /^--name: Several routes/],
      [['--path', 'GET /x', '--method', 'POST'], /^--method: Each path contains its methods/],
      [['--path', '/x', '--path', 'GE(T /y'], /^--path: "GE\(T" is not an HTTP method/],
      [['--path', '/x', '--path', 'y'], /^--path: .*it must start with "\/"/],
      [
        ['--path', '/x/{id}', '--path', '/x/{n}'],
        /"GET \/x\/\{id\}" and "GET \/x\/\{n\}" would both have the handler showX/,
      ],
      [
        ['--path', 'x', '--group', '/api'],
        /^--path: "x" must start with "\/": it is the path behind that of its group/,
      ],
      [['--path', '/x', '--group', 'api/'], /^--group: "api\/" is not the prefix of a group/],
      [['--path', '/x', '--path', '/y', '--contract', 'a:string'], /^--contract: Several routes/],
      [['--path', '/x', '--contract', 'a:text'], /^--contract: a: there is no type "text": there are string/],
      [
        ['--path', 'any /x', '--contract', 'a:string'],
        /^--contract: GET, HEAD and DELETE have it in the query/,
      ],
      [['--path', 'GET,POST /x', '--contract', 'a:string'], /^--contract: GET, HEAD and DELETE have it in/],
      [
        ['--path', '/x', '--contract', 'a:string', '--class', 'Query'],
        /^--class: Query is the name of its schema/,
      ],
      [['--path', '/x', '--contract', 'a:string', '--schema', 'yup'], /^Unknown schema "yup": choose zod/],
      [
        ['--path', '/x', '--answer', 'xml'],
        /^Unknown answer "xml": choose text, json, template, redirect or empty/,
      ],
    ])('%j is rejected, with the reason', async (flags, reason) => {
      const { exitCode, stderr } = await generate('route', ...flags);
      expect(stderr).toMatch(reason);
      expect(exitCode).toBe(2);
      await expectUnchanged();
    });

    test('puts middleware before the handler: an export of src/, or else a service', async () => {
      await write('src/signed-in.ts', guard('signedIn'));
      await write(
        'config/autoload/audit.global.ts',
        'export default { dependencies: { services: { audit: (request, delegate) => delegate(request) } } };\n',
      );
      expect(await generate('route', '--path', '/admin', '--guard', 'signedIn,audit')).toMatchObject({
        exitCode: 0,
      });
      const routes = await read(routesFile);
      expect(routes).toMatch(`route('GET', '/admin', [signedIn, 'audit', admin], { name: 'admin' }),`);
      expect(routes).toMatch("import { signedIn } from '#app/signed-in';");
      expect((await generate('route', '--path', '/admin', '--guard', 'signedIn,audit')).stdout).toMatch(
        'Nothing to do',
      );
    });

    test('rejects missing middleware with the nearest name, and an ambiguous name', async () => {
      await write('src/signed-in.ts', guard('signedIn'));
      const unknown = await generate('route', '--path', '/admin', '--guard', 'signdIn');
      expect([unknown.exitCode, unknown.stderr]).toEqual([
        1,
        'Nothing was written, because with this change:\n- there is no service "signdIn" in the container; did you mean "signedIn"?',
      ]);
      await write('src/twice.ts', guard('signedIn'));
      expect((await generate('route', '--path', '/admin', '--guard', 'signedIn')).stderr).toBe(
        '--guard: signedIn is exported by src/signed-in.ts and by src/twice.ts: rename one.',
      );
    });

    test('adds a route to its group, whose name is the prefix of its own', async () => {
      const text = (await read(routesFile)).replace(
        '{ defineConfig, route }',
        '{ defineConfig, group, route }',
      );
      await write(
        routesFile,
        text.replace('  ],', `    group('/api', { name: 'api.' }, [route('GET', '/ping', Ping)]),\n  ],`),
      );
      expect(await generate('route', '--path', '/posts/{id}', '--group', '/api')).toMatchObject({
        exitCode: 0,
      });
      expect(await generate('route', '--path', '/', '--group', '/api/users/{user}')).toMatchObject({
        exitCode: 0,
      });
      expect(await read(routesFile)).toMatch(`    group('/api', { name: 'api.' }, [
      route('GET', '/ping', Ping),
      route('GET', '/posts/{id}', showPosts, { name: 'show-posts' }),
      group('/users/{user}', {}, [
        route('GET', '/', apiUsers, { name: 'api-users' }),
      ]),
    ]),
`);
      expect(await read('test/show-posts.test.ts')).toMatch("toBe('api.show-posts');");
      expect((await run(['routes', '/api'])).stdout).toMatch(
        new RegExp(
          `/api/users/\\{user\\} +api\\.api-users +api\\.api-users \\(src/action/api-users\\.ts:\\d+\\) +${routesFile}:\\d+`,
        ),
      );
    });

    test('adds routes to the resource whose path is the prefix of their paths', async () => {
      const file = 'src/post-routes.ts';
      await write(
        file,
        `import { resource } from 'fw-runtime/contract';

export const posts = resource('/posts', { name: 'posts' }, ({ get }) => ({
  list: get('/').handle(() => new Response('all')),
}));
`,
      );
      const text = await read(routesFile);
      await write(
        routesFile,
        `import { posts } from '#app/post-routes';\n${text.replace('routes: [', 'routes: [\n    posts,')}`,
      );
      await generate('service', '--class', 'Clock');
      const paths = ['--path', 'POST /posts/{id}/publish', '--path', '/posts/{id}'];
      expect(await generate('route', ...paths)).toMatchObject({ exitCode: 0, stderr: '' });
      const flags = ['--path', 'DELETE /posts/{id}', '--services', 'Clock', '--name', 'posts.remove'];
      expect(await generate('route', ...flags)).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await read(file)).toBe(`import { resource } from 'fw-runtime/contract';
import { JsonResponse, EmptyResponse } from 'fw-runtime/b';
import { Clock } from '#app/service/clock';

export const posts = resource('/posts', { name: 'posts', services: [Clock] }, ({ get, post, delete: remove }) => ({
  list: get('/').handle(() => new Response('all')),
  publish: post('/{id}/publish', {
    summary: 'Publish posts',
  }).handle(async ({ params, request }) => new JsonResponse({ ...params, body: await request.json() }, 201)),
  show: get('/{id}', {
    summary: 'Show posts',
  }).handle(({ params }) => new JsonResponse(params)),
  remove: remove('/{id}', {
    summary: 'Remove posts',
  }).handle((_input, clock) => new EmptyResponse()),
}));
`);
      expect(await read('test/posts-publish.test.ts')).toContain('app.add(posts);');
      expect((await generate('route', ...paths)).stdout).toMatch('Nothing to do');
      const constrained = ['--path', String.raw`/posts/{id:\d+}/tags`, '--path', 'POST /posts/{id}/tags'];
      expect(await generate('route', ...constrained)).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await read(file)).toContain(String.raw`tags: get('/{id:\\d+}/tags', {`);
      expect(await read(file)).toContain("createTags: post('/{id}/tags', {");
      expect((await generate('route', ...constrained)).stdout).toMatch('Nothing to do');
      const other = await generate('route', '--path', '/posts/{id}/more', '--name', 'posts.publish');
      expect(other.stderr).toMatch(/has a route "publish" already/);
      expect((await generate('route', ...flags)).stdout).toMatch('Nothing to do');
      const guarded = await generate('route', '--path', '/posts/{id}/raw', '--guard', 'Clock');
      expect(guarded.stderr).toMatch(/^--guard: posts in src\/post-routes\.ts has this path/);
      const named = await generate('route', '--path', '/posts/{id}/raw', '--name', 'raw-post');
      expect(named.stderr).toMatch(/^--name: .* start its name with "posts\."/);
      expect(await generate('route', '--path', '/posts/{id}/raw', '--class', 'RawPost')).toMatchObject({
        exitCode: 0,
      });
    });

    test('reports values that a JSON file cannot contain', async () => {
      await rm(join(project.cwd, routesFile));
      await write(routesFile.replace('.ts', '.json'), '{ "routes": [] }\n');
      expect((await generate('route', '--path', '/posts', '--group', '/api')).stderr).toBe(
        'config/autoload/routes.global.json is JSON, which has no groups: pass a --feature, whose file is TypeScript.',
      );
    });
  });
}
