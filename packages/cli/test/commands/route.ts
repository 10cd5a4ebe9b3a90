import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../../command-line/test/tree.ts';
import { type Project, routesFile } from './project.ts';

/** What fw does, whatever looks at the project. */
export function routeTests(project: Project): void {
  const { run, generate, read, write, expectUnchanged } = project;

  const guard = (name: string): string =>
    `import type { Middleware } from 'fw-runtime/b';\n\nexport const ${name}: Middleware = (request, delegate) => delegate(request);\n`;

  describe('fw generate route', () => {
    test.each([
      ['/about', [], "return new TextResponse('About\\n');"],
      [
        '/about',
        ['--answer', 'json'],
        'return new JsonResponse({ query: Object.fromEntries(request.query) });',
      ],
      ['/about/{id}', [], 'return new JsonResponse(request.params);'],
      ['/about', ['--method', 'POST'], 'return new JsonResponse(body, 201);'],
      ['PUT,PATCH /about/{id}', [], 'return new JsonResponse({ ...request.params, body });'],
      ['DELETE /about/{id}', [], 'return new EmptyResponse();'],
      ['/about', ['--answer', 'redirect'], "return new RedirectResponse('/');"],
      ['POST /about', ['--answer', 'redirect'], "return new RedirectResponse('/', 303);"],
    ])('%s %j answers at once', async (path, flags, line) => {
      expect(await generate('route', '--path', path, ...flags, '--class', 'About')).toMatchObject({
        exitCode: 0,
      });
      expect(await read('src/action/about.ts')).toMatch(line);
      expect(await read('test/about.test.ts')).not.toMatch(/status|text\(\)|json\(\)/);
    });

    test('puts a page into a file of its own, which escapes what it is given', async () => {
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
      expect(page).toMatch("export function showPost(params: { 'post-id': string; page?: string }): Html {");
      expect(page).toMatch("<p>post-id: ${params['post-id']}</p>");
      await generate('route', '--path', '/shop', '--answer', 'template', '--feature', 'shop');
      expect(await read('src/shop/template/shop.ts')).toMatch('export function shop(): Html {');
      expect(await read('src/shop/shop.ts')).toMatch("import { shop } from '#app/shop/template/shop';");
    });

    test('writes a contract with the library of the site, or brings one, which undo takes out again', async () => {
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

    test('refuses a contract beside a service of the name of its schema', async () => {
      await generate('service', '--class', 'Body');
      const flags = ['--path', 'POST /posts', '--contract', 'title:string', '--services', 'Body'];
      expect(await generate('route', ...flags, '--no-install')).toMatchObject({
        exitCode: 2,
        stderr:
          'Body would be the name of two things in src/action/create-posts.ts: give one of them another.',
      });
      await run(['undo']);
      await expectUnchanged();
    });

    test('shows with a dry run which package a contract brings', async () => {
      const flags = ['--path', 'POST /posts', '--contract', 'title:string', '--dry-run'];
      expect((await generate('route', ...flags)).stdout).toMatch(/\+\s+"zod": "/);
      await expectUnchanged();
    });

    test('makes several in one change, which one undo takes back', async () => {
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
        /^--class: With several routes it is created from method and path/,
      ],
      [['--path', '/x', '--path', '/y', '--name', 'x'], /^--name: With several routes/],
      [['--path', 'GET /x', '--method', 'POST'], /^--method: Each path says its methods itself/],
      [['--path', '/x', '--path', 'GE(T /y'], /^--path: "GE\(T" is not an HTTP method/],
      [['--path', '/x', '--path', 'y'], /^--path: .*it must start with "\/"/],
      [
        ['--path', '/x/{id}', '--path', '/x/{n}'],
        /"GET \/x\/\{id\}" and "GET \/x\/\{n\}" would both have the handler ShowX/,
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
    ])('%j is refused, with the reason', async (flags, reason) => {
      const { exitCode, stderr } = await generate('route', ...flags);
      expect(stderr).toMatch(reason);
      expect(exitCode).toBe(2);
      await expectUnchanged();
    });

    test('puts middleware before the handler: what src/ exports, else a service', async () => {
      await write('src/signed-in.ts', guard('signedIn'));
      await write(
        'config/autoload/audit.global.ts',
        'export default { dependencies: { services: { audit: (request, delegate) => delegate(request) } } };\n',
      );
      expect(await generate('route', '--path', '/admin', '--guard', 'signedIn,audit')).toMatchObject({
        exitCode: 0,
      });
      const routes = await read(routesFile);
      expect(routes).toMatch(`route('GET', '/admin', [signedIn, 'audit', Admin], { name: 'admin' }),`);
      expect(routes).toMatch("import { signedIn } from '#app/signed-in';");
      expect((await generate('route', '--path', '/admin', '--guard', 'signedIn,audit')).stdout).toMatch(
        'Nothing to do',
      );
    });

    test('refuses middleware that is not there, with the nearest name, and a name that is there twice', async () => {
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

    test('adds a route to its group, whose name is the beginning of its own', async () => {
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
      route('GET', '/posts/{id}', ShowPosts, { name: 'show-posts' }),
      group('/users/{user}', {}, [
        route('GET', '/', ApiUsers, { name: 'api-users' }),
      ]),
    ]),
`);
      expect(await read('test/show-posts.test.ts')).toMatch("toBe('api.show-posts');");
      expect((await run(['routes', '/api'])).stdout).toMatch(
        new RegExp(`/api/users/\\{user\\} +api\\.api-users +ApiUsers +${routesFile}:\\d+`),
      );
    });

    test('says what a JSON file cannot hold', async () => {
      await rm(join(project.cwd, routesFile));
      await write(routesFile.replace('.ts', '.json'), '{ "routes": [] }\n');
      expect((await generate('route', '--path', '/posts', '--group', '/api')).stderr).toBe(
        'config/autoload/routes.global.json is JSON, which has no groups: pass a --feature, whose file is TypeScript.',
      );
    });
  });
}
