import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { ConfigError, loadConfig, TreeRouter, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { serviceMap } from '../../support/service-map.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

inBothVariants((kit) => {
  function createFrom(config: object, services: object = {}) {
    return kit.createFrom(serviceMap({ ...services, config }));
  }

  test('a container without configuration creates an application without routes (C6)', async () => {
    const app = kit.createFrom(serviceMap({}));
    expect(app.routes).toEqual([]);
    expect((await app.request('/')).status).toBe(404);
  });

  test('routes come from configuration, and routing and dispatch with them (C3, C5)', async () => {
    const app = createFrom({
      routes: [
        { path: '/ping', middleware: kit.answer('pong') },
        {
          path: '/post/{id}',
          middleware: kit.answer('post'),
          allowed_methods: ['get', 'PUT'],
          options: { tokens: { id: '\\d+' } },
        },
        { path: '/home', middleware: kit.answer('home'), allowed_methods: ['GET'], name: 'home' },
      ],
    });
    expect(app.routes.map((route) => route.name)).toEqual(['/ping', '/post/{id}^GET:PUT', 'home']);
    expect(await (await app.request('/ping', { method: 'PURGE' })).text()).toBe('pong');
    expect((await app.request('/post/x')).status).toBe(404);
    expect((await app.request('/post/1', { method: 'DELETE' })).headers.get('allow')).toBe(
      'GET, PUT, HEAD, OPTIONS',
    );
  });

  test('pipeline entries run by priority, and in their order if equal (P4, C2)', async () => {
    const app = createFrom({
      middleware_pipeline: [
        { middleware: kit.mark('default') },
        { middleware: kit.mark('late'), priority: -10 },
        { middleware: kit.mark('early'), priority: 10 },
        { middleware: kit.mark('also default'), priority: 1 },
        { middleware: kit.mark('zero'), priority: 0 },
        { middleware: kit.trace(), priority: -1000 },
      ],
    });
    expect(await (await app.request('/')).text()).toBe('early default also default zero late');
  });

  test('a priority that is no integer is an error that names the entry (P4)', () => {
    const config = { middleware_pipeline: { logging: { middleware: 'Log', priority: 1.5 } } };
    expect(() => createFrom(config)).toThrow(
      /middleware_pipeline\.logging\.priority: expected an integer, received 1\.5/,
    );
  });

  test('a pipeline may be an object; its keys are ignored (C2)', async () => {
    const app = createFrom({
      middleware_pipeline: {
        last: { middleware: kit.trace(), priority: -1 },
        one: { middleware: kit.mark('one') },
        two: { middleware: kit.mark('two'), path: '/elsewhere' },
        three: { middleware: kit.mark('three'), path: '/here' },
      },
    });
    expect(await (await app.request('/here')).text()).toBe('one three');
  });

  test('routes may be an object (C2)', async () => {
    const app = createFrom({ routes: { ping: { path: '/ping', middleware: kit.answer('pong') } } });
    expect(await (await app.request('/ping')).text()).toBe('pong');
  });

  test('the constants can be entries, or be nested in entries at any depth (C2)', async () => {
    const app = createFrom({
      routes: [{ path: '/x', middleware: kit.list(kit.mark('routed'), kit.trace()) }],
      middleware_pipeline: [
        { middleware: [kit.mark('before'), [[kit.routing], kit.mark('between')], kit.dispatch], priority: 5 },
        kit.dispatch,
      ],
    });
    expect(await (await app.request('/x')).text()).toBe('before between routed');
  });

  test('the constants as entries have the default priority (C2)', async () => {
    const app = createFrom({
      routes: [{ path: '/x', middleware: kit.trace() }],
      middleware_pipeline: [
        kit.routing,
        kit.dispatch,
        { middleware: kit.mark('first'), priority: 2 },
        { middleware: kit.mark('never'), priority: 0 },
      ],
    });
    expect(await (await app.request('/x')).text()).toBe('first');
  });

  describe('with pipeline entries that lack routing or dispatch (C3)', () => {
    test.each([
      ['both', [], /ROUTING_MIDDLEWARE and DISPATCH_MIDDLEWARE/],
      ['dispatch', [kit.routing], /add DISPATCH_MIDDLEWARE/],
      ['routing', [kit.dispatch], /add ROUTING_MIDDLEWARE/],
    ])('starting warns about missing packages: %s', async (_what, constants, message) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const app = createFrom({
        routes: [{ path: '/x', middleware: kit.answer('x') }],
        middleware_pipeline: [{ middleware: kit.mark('one') }, ...constants],
      });
      expect(warn.mock.calls).toEqual([[expect.stringMatching(message)]]);
      expect((await app.request('/x')).status).toBe(404);
    });

    test('nothing is warned of when there are no routes', () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      createFrom({ middleware_pipeline: [{ middleware: kit.mark('one') }] });
      expect(warn).not.toHaveBeenCalled();
    });

    test('nothing is warned of when they are listed deep within an entry', () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      createFrom({
        routes: [{ path: '/x', middleware: kit.answer('x') }],
        middleware_pipeline: [{ middleware: [kit.mark('one'), [kit.routing, [kit.dispatch]]] }],
      });
      expect(warn).not.toHaveBeenCalled();
    });
  });

  test('all errors are listed in one message (C4)', () => {
    const config = {
      debug: 'yes',
      routes: [
        { middleware: 'Ping' },
        { path: '/a' },
        { path: '/b', middleware: 'B', allowed_methods: 'GET' },
        { path: '/c', middleware: 'C', allowed_methods: ['GET', 'P ST'], options: [] },
        { path: '/d', middleware: 'D', method: 'GET' },
        { path: '/{e', middleware: 'E' },
        'F',
      ],
      middleware_pipeline: {
        first: { path: '/x' },
        second: { middleware: 'S', path: 7, priority: '1' },
        third: 'Third',
      },
      server: { port: 70_000 },
    };
    expect(messageOf(() => createFrom(config))).toMatchInlineSnapshot(`
      "The configuration has 14 errors:
      - debug: expected true, false or "everyone", received "yes"
      - routes[0].path: expected a path such as "/post/{id}", received nothing
      - routes[1].middleware: expected a middleware, received nothing
      - routes[2].allowed_methods: expected an array of HTTP methods, received "GET"
      - routes[3].allowed_methods: expected an array of HTTP methods, received an array of 2
      - routes[3].options: expected an object, received an array of 0
      - routes[4].method: expected one of the keys path, middleware, allowed_methods, options, name, received the key "method"
      - routes[5]: expected a route that can be parsed, received The argument path must be a path such as "/post/{id:\\d+}[/{lang}]", not "/{e". In it, the placeholder {e is not closed.
      - routes[6]: expected an object, received "F"
      - middleware_pipeline.first.middleware: expected a middleware, received nothing
      - middleware_pipeline.second.path: expected a path prefix, received 7
      - middleware_pipeline.second.priority: expected an integer, received "1"
      - middleware_pipeline.third: expected an object, received "Third"
      - server.port: expected an integer from 0 to 65535, received 70000"
    `);
  });

  test('middleware is not checked when the application is built (C4)', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const app = createFrom({ routes: [{ path: '/x', middleware: { not: 'middleware' } }] });
    expect((await app.request('/x')).status).toBe(500);
    expect(log).toHaveBeenCalledOnce();
  });

  test('two routes for the same requests are rejected (R11)', () => {
    const routes = [
      { path: '/a/{id}', middleware: 'A' },
      { path: '/a/{slug}', middleware: 'B' },
    ];
    expect(() => createFrom({ routes })).toThrow(/\/a\/\{slug\}.*\/a\/\{id\}/);
  });

  test('the router is taken from the container (C6)', () => {
    const router = new TreeRouter();
    const config = { routes: [{ path: '/ping', middleware: 'Ping', name: 'ping' }] };
    createFrom(config, { RouterInterface: router });
    expect(router.generateUri('ping')).toBe('/ping');
  });

  test('middleware is taken from the container that the application was created with (C6)', async () => {
    const app = createFrom(
      { routes: [{ path: '/ping', middleware: 'Ping' }] },
      { Ping: kit.answer('from the container') },
    );
    expect(await (await app.request('/ping')).text()).toBe('from the container');
    expect(app.getContainer().has('Ping')).toBe(true);
  });

  test('debug comes from configuration (C6)', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const config = {
      debug: true,
      middleware_pipeline: [{ middleware: kit.throws(new Error('shown')) }],
    };
    expect(await (await createFrom(config).request('/')).text()).toMatch('shown');
  });

  test("a project's files are merged into its application in their order (C1)", async () => {
    const cwd = await siteWith({
      'global.json': { routes: { home: { path: '/', middleware: 'First' } }, list: [1] },
      'b.global.json': { routes: { home: { middleware: 'Second' } }, list: [3] },
      'a.global.json': { routes: { home: { name: 'home' } }, list: [2] },
      'local.json': { routes: { home: { allowed_methods: ['GET'] } }, list: [4] },
      'x.local.json': { list: [5] },
      'ignored.json': { list: ['never'] },
    });
    const config = await loadConfig({ cwd, test: false });
    expect(config['list']).toEqual([1, 2, 3, 4, 5]);
    const app = createFrom(config, { Second: kit.answer('second') });
    expect(app.routes.map(({ name, methods }) => [name, methods])).toEqual([['home', ['GET']]]);
    expect(await (await app.request('/')).text()).toBe('second');
  });
});

test('A: the final handler is taken from the container (C6)', async () => {
  const FinalHandler = (request: a.ServerRequest) => new TextResponse(`nothing at ${request.path}`, 404);
  const app = new a.ApplicationFactory().create(serviceMap({ FinalHandler }));
  expect(await (await app.request('/x')).text()).toBe('nothing at /x');
});

test('A: entries with the error flag are error middleware (C2, A3)', async () => {
  const config: a.ApplicationConfig = {
    middleware_pipeline: [
      {
        middleware: [(error: unknown) => new TextResponse((error as Error).message, 503)],
        error: true,
        priority: -1,
      },
      {
        middleware: () => {
          throw new Error('flagged');
        },
      },
    ],
  };
  const app = new a.ApplicationFactory().create(serviceMap({ config }));
  expect(await (await app.request('/')).text()).toBe('flagged');
});

test('A: an error flag that is no boolean is an error (C4)', () => {
  const config = { middleware_pipeline: [{ middleware: 'X', error: 'yes' }] };
  expect(() => new a.ApplicationFactory().create(serviceMap({ config }))).toThrow(
    /middleware_pipeline\[0\]\.error: expected true or false, received "yes"/,
  );
});

test('B: an error flag is an unknown key (C4)', () => {
  const config = { middleware_pipeline: [{ middleware: 'X', error: true }] };
  expect(() => new b.ApplicationFactory().create(serviceMap({ config }))).toThrow(
    /middleware_pipeline\[0\]\.error: expected one of the keys/,
  );
});

test('B: the response generator and the default delegate are taken from the container (C6)', async () => {
  const config: b.ApplicationConfig = {
    middleware_pipeline: [
      {
        path: '/broken',
        middleware: () => {
          throw new Error('inside');
        },
      },
    ],
  };
  const services = {
    config,
    ErrorResponseGenerator: (error: Error) => new TextResponse(`generated: ${error.message}`, 418),
    DefaultDelegate: () => new TextResponse('default', 410),
  };
  const app = new b.ApplicationFactory().create(serviceMap(services));
  expect(await (await app.request('/broken')).text()).toBe('generated: inside');
  expect((await app.request('/')).status).toBe(410);
});

function messageOf(create: () => unknown): string {
  try {
    create();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

async function siteWith(files: Readonly<Record<string, object>>): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'fw-config-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await mkdir(join(cwd, 'config/autoload'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(cwd, 'config/autoload', name), JSON.stringify(content));
  }
  return cwd;
}
