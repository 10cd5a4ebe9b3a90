import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkProgram, layDownProgram } from './program.ts';

const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));

describe('an editor shows plain types', () => {
  test('variant A', () => {
    const { errors, shown } = checkProgram(String.raw`
      import { Application, RouteResult, TextResponse } from 'fw-runtime/a';
      const /*?*/ app = new Application();
      const /*?*/ route = app.get('/post/{id:\\d{1,4}}[/{lang}]', (/*?*/ request, /*?*/ response, /*?*/ next) => {
        const /*?*/ params = request.params;
        const /*?*/ lang = request.params.lang;
        const /*?*/ result = request.getAttribute(RouteResult);
        const /*?*/ copy = request.withAttribute('a', 1);
        const /*?*/ passed = next(request, response);
        return new TextResponse(params.id);
      });
      app.any('/files/{rest:.*}', [(/*?*/ nested) => new TextResponse(nested.params.rest), 'service']);
      app.pipe((/*?*/ piped, response, next) => next(piped, response));
      app.pipeErrorHandler((/*?*/ error, request, response, next) => next(request, response, error));
    `);
    expect(errors).toEqual([]);
    expect(shown).toEqual({
      app: 'Application',
      route: 'Route',
      request: 'ServerRequest<{ id: string; lang?: string; }>',
      response: 'HttpResponse',
      next: 'Next',
      params: '{ id: string; lang?: string; }',
      lang: 'string | undefined',
      result: 'RouteResult | undefined',
      copy: 'ServerRequest<{ id: string; lang?: string; }>',
      passed: 'HttpResponse | Promise<HttpResponse>',
      nested: 'ServerRequest<{ rest: string; }>',
      piped: 'ServerRequest<Record<string, string>>',
      error: 'unknown',
    });
  });

  test('variant B', () => {
    const { errors, shown } = checkProgram(String.raw`
      import { Application, TextResponse } from 'fw-runtime/b';
      const app = new Application();
      app.post('/{y:(?:19|20)\\d{2}}.html', (/*?*/ request, /*?*/ delegate) => {
        const /*?*/ year = request.params.y;
        const /*?*/ passed = delegate(request);
        return passed;
      });
      app.pipe('/admin', async (/*?*/ piped, delegate) => {
        const /*?*/ inner = await delegate(piped);
        return inner.withHeader('X-A', '1');
      });
      const path: string = '/any';
      app.get(path, (/*?*/ untold) => new TextResponse(untold.params['anything'] ?? ''));
    `);
    expect(errors).toEqual([]);
    expect(shown).toEqual({
      request: 'ServerRequest<{ y: string; }>',
      delegate: 'Delegate',
      year: 'string',
      passed: 'HttpResponse | Promise<HttpResponse>',
      piped: 'ServerRequest<Record<string, string>>',
      inner: 'HttpResponse',
      untold: 'ServerRequest<Record<string, string>>',
    });
  });

  test('what others have written', () => {
    const { errors, shown } = checkProgram(String.raw`
      import { Application, fromWeb, TextResponse } from 'fw-runtime/b';
      import { fromConnect, nodeRequestOf, toNodeHandler } from 'fw-runtime/node';
      const /*?*/ connect = fromConnect((/*?*/ req, /*?*/ res, /*?*/ next) => next());
      const /*?*/ web = fromWeb((/*?*/ given) => new Response(given.url));
      const app = new Application().pipe(connect).pipe('/web', web).pipe((request) => {
        const { /*?*/ user } = nodeRequestOf<{ user: string }>(request);
        return new TextResponse(user ?? '');
      });
      const /*?*/ handler = toNodeHandler(app);
    `);
    expect(errors).toEqual([]);
    expect(shown).toEqual({
      connect: 'SharedMiddleware',
      req: 'IncomingMessage',
      res: 'ServerResponse<IncomingMessage>',
      next: 'ConnectNext',
      web: 'SharedMiddleware',
      given: 'Request',
      user: 'string | undefined',
      handler: 'NodeHandler',
    });
  });

  test.each([
    ['fw-runtime/a', 'request, response, next', 'next(request, response)'],
    ['fw-runtime/b', 'request, delegate', 'delegate(request)'],
  ])('groups and routes of configuration with %s', (entry, parameters, passing) => {
    const { errors, shown } = checkProgram(`
      import { Application, defineConfig, group, JsonResponse, route, type RouteMethods } from '${entry}';
      function posts(/*?*/ any: RouteMethods<'${entry.at(-1)}'>): void {
        any.get('/posts/{id}', (/*?*/ post) => new JsonResponse([post.params.id]));
      }
      new Application()
        .group('/{tenant}', (/*?*/ tenant) => {
          posts(tenant);
          tenant.get('/{id}', (/*?*/ both) => new JsonResponse([both.params.tenant, both.params.id]));
          tenant.group('/x[/{y}]', (/*?*/ nested) => nested.any('/', (/*?*/ all) => new JsonResponse(all.params)));
        }, { middleware: ['Auth', (/*?*/ ${parameters}) => ${passing}], name: 'tenant.' })
        .group('/api', posts);
      const prefix: string = '/any';
      new Application().group(prefix, (untold) => untold.get('/{x}', (/*?*/ unknown) => new JsonResponse(unknown.params)));
      const /*?*/ one = route(['GET', 'PUT'], '/x/{y}', (/*?*/ listed) => new JsonResponse(listed.params.y), {
        name: 'one', tokens: { y: '[a-z]' }, role: 'reader',
      });
      const /*?*/ several = group('/api', { middleware: ['Auth'] }, [one, { path: '/', middleware: 'x' }, group('/v1', {}, [one])]);
      defineConfig({ routes: [one, several, { path: '/', middleware: (/*?*/ plain) => new JsonResponse(plain.params) }] });
      defineConfig({ routes: { one, several } });
    `);
    expect(errors).toEqual([]);
    expect(shown).toEqual({
      any: `RouteMethods<"${entry.at(-1)}", "">`,
      post: 'ServerRequest<{ id: string; }>',
      tenant: `RouteMethods<"${entry.at(-1)}", "/{tenant}">`,
      both: 'ServerRequest<{ id: string; tenant: string; }>',
      nested: `RouteMethods<"${entry.at(-1)}", "/{tenant}/x[/{y}]">`,
      all: 'ServerRequest<{ tenant: string; y?: string; }>',
      request: 'ServerRequest<{ tenant: string; }>',
      unknown: 'ServerRequest<Record<string, string>>',
      one: 'RouteConfig<ConfiguredMiddleware>',
      listed: 'ServerRequest<{ y: string; }>',
      several: 'readonly RouteConfig<ConfiguredMiddleware>[]',
      plain: 'ServerRequest<Record<string, string>>',
    });
  });

  test.each(['fw-runtime', 'fw-runtime/a', 'fw-runtime/b'])(
    'services that a project declares for %s',
    (entry) => {
      const { errors, shown } = checkProgram(`
      import type { ContainerInterface } from '${entry}';
      class Mailer { from = ''; }
      declare module '${entry}' { interface Services { mailer: Mailer; port: number } }
      export function use(container: ContainerInterface) {
        const /*?*/ mailer = container.get('mailer');
        const /*?*/ port = container.get('port');
        const /*?*/ byClass = container.get(Mailer);
        const /*?*/ untold = container.get('other');
        const /*?*/ config = container.get('config');
        const /*?*/ router = container.get('RouterInterface');
        const /*?*/ generate = container.get('ErrorResponseGenerator');
      }
    `);
      expect(errors).toEqual([]);
      expect(shown).toEqual({
        mailer: 'Mailer',
        port: 'number',
        byClass: 'Mailer',
        untold: 'unknown',
        config: 'Config<RouteConfig<unknown>, unknown>',
        router: 'RouterInterface',
        generate: 'ErrorResponseGenerator',
      });
    },
  );
});

test('an attribute with a type shows the type of its value', () => {
  const { errors, shown } = checkProgram(`
    import { attribute, ServerRequest } from 'fw-runtime';
    interface UserRow { name: string }
    export const /*?*/ User = attribute<UserRow>('user');
    const /*?*/ request = new ServerRequest('/post/7', { params: { id: '7' } });
    const /*?*/ copy = request.with(User, { name: 'Ada' });
    const /*?*/ maybe = request.get(User);
    const /*?*/ user = request.require(User);
    const /*?*/ attributed = request.getAttribute(User);
  `);
  expect(errors).toEqual([]);
  expect(shown).toEqual({
    User: 'Attribute<UserRow>',
    request: 'ServerRequest<{ id: string; }>',
    copy: 'ServerRequest<{ id: string; }>',
    maybe: 'UserRow | undefined',
    user: 'UserRow',
    attributed: 'UserRow | undefined',
  });
});

test("a project's declaration of a service overrides the framework's", () => {
  const { errors, shown } = checkProgram(`
    import type { Config, ContainerInterface, FrameworkServices, ServiceId } from 'fw-runtime/b';
    interface SiteConfig extends Config { readonly title: string }
    declare module 'fw-runtime/b' { interface Services { config: SiteConfig } }
    export class Own implements ContainerInterface {
      get<T>(_id: ServiceId<T>): T { throw new Error('nothing is there'); }
      has(): boolean { return false; }
    }
    export function use(container: ContainerInterface, known: FrameworkServices) {
      const /*?*/ config = container.get('config');
      const /*?*/ delegate = known.DefaultDelegate;
    }
  `);
  expect(errors).toEqual([]);
  expect(shown).toEqual({ config: 'SiteConfig', delegate: 'DefaultDelegate' });
});

describe('an error names what is wrong', () => {
  test.each([
    [
      "request.with(User, { nam: 'Ada' });",
      /^Object literal may only specify known properties, but 'nam' does not exist in type 'UserRow'\. Did/,
    ],
    [
      "request.with(User, 'Ada');",
      /^Argument of type 'string' is not assignable to parameter of type 'UserRow'\.$/,
    ],
    [
      "request.get('user');",
      /^Argument of type 'string' is not assignable to parameter of type 'AttributeKey<unknown>'/,
    ],
    [
      'request.get(() => 1);',
      /^Argument of type '\(\) => number' is not assignable to parameter of type 'AttributeKey</,
    ],
    [
      'show(request);',
      /^Argument of type 'ServerRequest<\{ slug: string; \}>' is not assignable to parameter of type/,
    ],
  ])('of an attribute or a parameter: %s', (line, message) => {
    const { errors } = checkProgram(`
      import { attribute, ServerRequest } from 'fw-runtime';
      interface UserRow { name: string }
      const User = attribute<UserRow>('user');
      const request = new ServerRequest('/post/7', { params: { slug: '7' } });
      function show({ params }: ServerRequest<{ id: string }>): string { return params.id; }
      show(new ServerRequest('/post/7', { params: { id: '7' } }).with(User, { name: 'Ada' }));
      ${line}
    `);
    expect(errors).toEqual([expect.stringMatching(message)]);
  });

  test.each([
    [
      "app.get('/post/{id}', ({ params }) => new TextResponse(params.nope));",
      /^Property 'nope' does not exist on type '\{ id: string; \}'\.$/,
    ],
    [
      "app.get('/[{id}]', ({ params }) => new TextResponse(params.id));",
      /^Argument of type 'string \| undefined' is not assignable to parameter of type 'string'/,
    ],
  ])('%s', (line, message) => {
    const { errors } = checkProgram(`
      import { Application, TextResponse } from 'fw-runtime/b';
      const app = new Application();
      ${line}
    `);
    expect(errors).toEqual([expect.stringMatching(message)]);
  });
});

describe('a handler that wants a parameter which the path lacks does not compile', () => {
  const wanted = '{ username: string; page: string; }';
  const registrations = [
    "app.get('/profiles/{username}', HANDLER);",
    "app.group('/profiles', (profiles) => profiles.get('/{username}', HANDLER));",
    "route('GET', '/profiles/{username}', HANDLER);",
    "defineConfig({ routes: { profile: route('GET', '/profiles/{username}', HANDLER, { name: 'profile' }) } });",
    "group('/profiles', {}, [route('GET', '/{username}', HANDLER)]);",
    "group('/{username}', { middleware: HANDLER }, []);",
  ];
  const handlers = [
    ['show', `(request: ServerRequest<${wanted}>) => TextResponse`],
    ['Show', 'typeof Show'],
    ['new Show()', 'Show'],
  ] as const;
  const cases = registrations.flatMap((line) =>
    handlers.map(([handler, type]) => ({ line: line.replace('HANDLER', handler), type })),
  );

  test.each(['fw-runtime/a', 'fw-runtime/b'])('with %s', (entry) => {
    const { errors, reasons } = checkProgram(`
      import { Application, defineConfig, group, route, type ServerRequest, TextResponse } from '${entry}';
      const show = (request: ServerRequest<${wanted}>) => new TextResponse(request.params.page);
      class Show { process(request: ServerRequest<${wanted}>) { return new TextResponse(request.params.page); } }
      const app = new Application();
      ${cases.map(({ line }) => line).join('\n')}
    `);
    expect(errors).toEqual(
      cases.map(({ type }) => expect.stringContaining(`ype '${type}' is not assignable to `)),
    );
    expect(new Set(reasons)).toEqual(
      new Set([
        `Property 'page' is missing in type '{ username: string; }' but required in type '${wanted}'.`,
      ]),
    );
  });
});

// It takes a fifth of a second; again where the machine was busy.
test(
  '300 routes are checked in less than two seconds, and not much slower than none',
  { tags: ['full'], retry: 3 },
  () => {
    const head =
      "import { Application, TextResponse } from 'fw-runtime/b';\nconst app = new Application();\n";
    const routes = Array.from(
      { length: 300 },
      (_, index) =>
        `app.get('/section${index}/{id:\\\\d{1,4}}/{slug:[a-z]+}[/{page${index}}[/{rest:.*}]]', ({ params }) => ` +
        `new TextResponse(params.id + params.slug + params.page${index} + params.rest));\n`,
    );
    const none = secondsOf(head);
    const all = secondsOf(head + routes.join(''));
    expect(all.check).toBeGreaterThan(none.check);
    expect(all.check - none.check).toBeLessThan(1);
    expect(all.check).toBeLessThan(2);
  },
);

/** How long the compiler checks a file that has no errors. */
function secondsOf(source: string): { check: number } {
  const { folder } = layDownProgram(source);
  const output = execFileSync(process.execPath, [tsc, '-p', folder, '--extendedDiagnostics'], {
    encoding: 'utf8',
  });
  return { check: Number(/^Check time: +([\d.]+)s$/m.exec(output)?.[1]) };
}
