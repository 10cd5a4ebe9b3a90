import { describe, expect, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { ConfigError } from '../../../src/index.ts';
import { ANY_VARIANT, type CheckOptions, findConfigErrors } from '../../../src/features/config/check.ts';

const WHOLE: CheckOptions = { errorFlag: true };

/** The errors as the message of a ConfigError lists them. */
function linesOf(config: unknown, options = WHOLE): string[] {
  const faults = findConfigErrors(config, options);
  return new ConfigError(faults).message.split('\n').slice(1);
}

const ping = (): void => {};
const PATH = 'expected a path such as "/post/{id}"';

describe('a configuration without errors', () => {
  test.for([
    {},
    { anything: 1, routes: [], middleware_pipeline: {} },
    { routes: [{ path: '/', middleware: 'x' }] },
    { routes: [[], [{ path: '/api', middleware: 'x' }]] },
    { routes: { home: { path: '/', middleware: () => {}, allowed_methods: [], options: {}, name: 'x' } } },
    { routes: [{ path: '/', middleware: 0, allowed_methods: ['GET', 'x-custom'] }] },
    { middleware_pipeline: ['FW_ROUTING_MIDDLEWARE', 'FW_DISPATCH_MIDDLEWARE'] },
    { middleware_pipeline: [{ middleware: [] }, { middleware: 'x', path: '', priority: -5, error: true }] },
    {
      debug: false,
      server: { host: '::', port: 0, document_root: 'public', body_limit: 0, shutdown_timeout: 1.5 },
    },
    {
      openapi: {
        info: { title: 'Posts', version: '2', description: 'All' },
        servers: [{ url: '/', description: 'This one' }],
        converters: { valibot: () => ({}) },
      },
    },
    { dependencies: { services: {}, invokables: {}, factories: {}, aliases: {}, delegators: {} } },
    { dependencies: { start: ['db', Symbol('queue'), Map] } },
    { debug: 'everyone', tracing: true, errors: {}, server: {} },
    { errors: { render: () => '' } },
    { server: { workers: 'auto', port: 65_535, shutdown_delay: 3600, eager: true } },
    {
      server: {
        workers: 1,
        field_limit: 0,
        headers_timeout: 0,
        request_timeout: Infinity,
        shutdown_delay: 0,
      },
    },
    { server: { workers: 8, websocket: { max_payload: 0, idle_timeout: 0 } } },
    {
      policies: [
        { every: '/**', runs: 'Auth' },
        { every: '/admin/**', except: ['login', 'logout'], runs: 'Auth' },
        { every: '/*/edit', runs: 'Auth', before: 'Log' },
        { every: '/a/*', runs: 'Auth' },
        { every: '/about', runs: 'Auth' },
        { every: '/', runs: 'Auth' },
        { route: 'home', runs: 'Auth' },
        { route: ['home', 'about'], runs: 'Auth' },
      ],
    },
    { policies: { admin: { every: '/admin/**', runs: 'Auth' } } },
    Object.assign(Object.create(null), { routes: [] }),
  ])('%o', (config) => {
    expect(findConfigErrors(config, WHOLE)).toEqual([]);
    expect(findConfigErrors(config, ANY_VARIANT)).toEqual([]);
  });
});

describe('an error names the key, the expected and the received value (C4)', () => {
  test.for<readonly [unknown, readonly string[]]>([
    [
      { openapi: { infos: {}, servers: [{ description: 1 }], converters: { zod: 'z' } } },
      [
        '- openapi.infos: expected one of the keys info, servers, converters, received the key "infos"; did you mean "info"?',
        '- openapi.servers[0].url: expected a URL, or a path such as "/", received nothing',
        '- openapi.servers[0].description: expected a string, received 1',
        '- openapi.converters.zod: expected a function that converts a schema to JSON Schema, received "z"',
      ],
    ],
    [null, ['- expected an object, received null']],
    [undefined, ['- expected an object, received nothing']],
    [[], ['- expected an object, received an array of 0']],
    [new Map(), ['- expected an object, received an instance of Map']],
    [{ routes: 5 }, ['- routes: expected an array or an object, received 5']],
    [{ routes: null }, ['- routes: expected an array or an object, received null']],
    [{ routes: 'x' }, ['- routes: expected an array or an object, received "x"']],
    [{ routes: [5] }, ['- routes[0]: expected an object, received 5']],
    [{ routes: [[[]]] }, ['- routes[0][0]: expected an object, received an array of 0']],
    [
      { routes: { api: [{ path: '/api', middleware: ['Auth', 'x'] }, { middleware: 'x' }, 5] } },
      [`- routes.api[1].path: ${PATH}, received nothing`, '- routes.api[2]: expected an object, received 5'],
    ],
    [
      { routes: { home: {} } },
      [
        `- routes.home.path: ${PATH}, received nothing`,
        '- routes.home.middleware: expected a middleware, received nothing',
      ],
    ],
    [
      {
        routes: [
          { path: '/', middleware: 'x' },
          { path: 1, middleware: null },
        ],
      },
      [
        `- routes[1].path: ${PATH}, received 1`,
        '- routes[1].middleware: expected a middleware, received null',
      ],
    ],
    [
      { routes: [{ path: '/', middleware: 'x', allowed_methods: 'GET' }] },
      ['- routes[0].allowed_methods: expected an array of HTTP methods, received "GET"'],
    ],
    [
      { routes: [{ path: '/', middleware: 'x', allowed_methods: ['GET', 'a b'] }] },
      ['- routes[0].allowed_methods: expected an array of HTTP methods, received an array of 2'],
    ],
    [
      { routes: [{ path: '/', middleware: 'x', options: [] }] },
      ['- routes[0].options: expected an object, received an array of 0'],
    ],
    [
      { routes: [{ path: '/', middleware: 'x', name: '' }] },
      ['- routes[0].name: expected a name, received ""'],
    ],
    [
      { routes: [{ path: '/', middleware: 'x', name: 5 }] },
      ['- routes[0].name: expected a name, received 5'],
    ],
    [{ middleware_pipeline: 1 }, ['- middleware_pipeline: expected an array or an object, received 1']],
    [{ middleware_pipeline: ['X'] }, ['- middleware_pipeline[0]: expected an object, received "X"']],
    [
      { middleware_pipeline: { a: { path: '/x' } } },
      ['- middleware_pipeline.a.middleware: expected a middleware, received nothing'],
    ],
    [
      { middleware_pipeline: [{ middleware: 'x', path: 4, priority: 1.5, error: 'y' }] },
      [
        '- middleware_pipeline[0].path: expected a path prefix, received 4',
        '- middleware_pipeline[0].priority: expected an integer, received 1.5',
        '- middleware_pipeline[0].error: expected true or false, received "y"',
      ],
    ],
    [
      {
        routes: [{ path: '/', middleware: ['x', undefined] }],
        middleware_pipeline: {
          api: { middleware: ['x', null, [[], [undefined]]] },
          last: { middleware: [undefined] },
        },
      },
      [
        '- routes[0].middleware[1]: expected a middleware, received nothing',
        '- middleware_pipeline.api.middleware[1]: expected a middleware, received null',
        '- middleware_pipeline.api.middleware[2][1][0]: expected a middleware, received nothing',
        '- middleware_pipeline.last.middleware[0]: expected a middleware, received nothing',
      ],
    ],
    [
      {
        middleware_pipeline: {
          api: { middleware: 'x', path: '/a%zz' },
          ok: { middleware: 'x', path: 'a%2F' },
        },
      },
      ['- middleware_pipeline.api.path: expected a path prefix with well-formed escapes, received "/a%zz"'],
    ],
    [
      { middleware_pipeline: [{ middleware: 'x', path: '/%ff' }] },
      ['- middleware_pipeline[0].path: expected a path prefix with well-formed escapes, received "/%ff"'],
    ],
    [
      { middleware_pipeline: [{ middleware: 'x', priority: '1' }] },
      ['- middleware_pipeline[0].priority: expected an integer, received "1"'],
    ],
    [
      { middleware_pipeline: [{ middleware: 'x', priority: Number.NaN }] },
      ['- middleware_pipeline[0].priority: expected an integer, received NaN'],
    ],
    [{ debug: 1 }, ['- debug: expected true, false or "everyone", received 1']],
    [{ debug: 'all' }, ['- debug: expected true, false or "everyone", received "all"']],
    [{ server: [] }, ['- server: expected an object, received an array of 0']],
    [{ server: { host: 1 } }, ['- server.host: expected a string, received 1']],
    [{ server: { port: '8080' } }, ['- server.port: expected an integer from 0 to 65535, received "8080"']],
    [{ server: { port: 65_536 } }, ['- server.port: expected an integer from 0 to 65535, received 65536']],
    ...['many', 0, 1.5, -1, '2'].map((workers): [object, string[]] => [
      { server: { workers } },
      [`- server.workers: expected "auto" or an integer of at least 1, received ${JSON.stringify(workers)}`],
    ]),
    ...['', 'admin/**', '/a*', '/**/b', '/a**', '/a?b', '/a#b', 5].map((every): [object, string[]] => [
      { policies: [{ every, runs: 'Auth' }] },
      [
        `- policies[0].every: expected a pattern of paths such as "/admin/**", received ${JSON.stringify(every)}`,
      ],
    ]),
    [
      { policies: [{ runs: 'Auth' }, { every: '/', route: 'home', runs: 'Auth' }, { every: '/' }] },
      [
        '- policies[0]: expected either "every" or "route", received neither',
        '- policies[1]: expected either "every" or "route", received every and route',
        '- policies[2].runs: expected a name, received nothing',
      ],
    ],
    [
      {
        policies: { a: { route: '', runs: '' }, b: { route: ['x', ''], except: 'x', before: 1, runs: 'y' } },
      },
      [
        '- policies.a.route: expected a name, received ""',
        '- policies.a.runs: expected a name, received ""',
        '- policies.b.route[1]: expected a name, received ""',
        '- policies.b.except: expected an array, received "x"',
        '- policies.b.before: expected a name, received 1',
      ],
    ],
    [{ policies: 5 }, ['- policies: expected an array or an object, received 5']],
    [{ tracing: 'yes' }, ['- tracing: expected true or false, received "yes"']],
    [{ errors: 1 }, ['- errors: expected an object, received 1']],
    [{ server: { eager: 1 } }, ['- server.eager: expected true or false, received 1']],
    ...[-1, 3601, '5', Number.NaN].map((delay): [object, string[]] => [
      { server: { shutdown_delay: delay } },
      [
        `- server.shutdown_delay: expected a number of seconds from 0 to 3600, received ${typeof delay === 'string' ? '"5"' : delay}`,
      ],
    ]),
    [
      { server: { websocket: { max_payload: -1, idle_timeout: '1', size: 1 } } },
      [
        '- server.websocket.size: expected one of the keys max_payload, idle_timeout, received the key "size"',
        '- server.websocket.max_payload: expected a number that is not negative, received -1',
        '- server.websocket.idle_timeout: expected a number that is not negative, received "1"',
      ],
    ],
    [{ server: { port: -1 } }, ['- server.port: expected an integer from 0 to 65535, received -1']],
    [
      { server: { body_limit: -1 } },
      ['- server.body_limit: expected a number that is not negative, received -1'],
    ],
    [
      { server: { shutdown_timeout: '1' } },
      ['- server.shutdown_timeout: expected a number that is not negative, received "1"'],
    ],
    [
      { server: { headers_timeout: -1 } },
      ['- server.headers_timeout: expected a number that is not negative, received -1'],
    ],
    [{ dependencies: 3 }, ['- dependencies: expected an object, received 3']],
    [
      {
        dependencies: {
          invokables: { Ping: 'Ping', Pong: ServiceManager },
          factories: { [Symbol('db')]: {}, db: ping },
        },
      },
      [
        '- dependencies.invokables.Ping: expected a class, received "Ping"',
        '- dependencies.factories.Symbol(db): expected a function or a class with a method "create", received an object with the keys (none)',
      ],
    ],
    [
      { dependencies: { services: [] } },
      ['- dependencies.services: expected an object, received an array of 0'],
    ],
  ])('%o', ([config, lines]) => {
    expect(linesOf(config)).toEqual(lines);
  });

  test.for<readonly [object, string, string]>([
    [
      { routes: [{ path: '/', middleware: 'x', pth: 1 }] },
      'routes[0].pth',
      'path, middleware, allowed_methods, options, name',
    ],
    [
      { middleware_pipeline: { a: { middleware: 'x', prio: 1 } } },
      'middleware_pipeline.a.prio',
      'middleware, path, priority, error',
    ],
    [
      { server: { Port: 1 } },
      'server.Port',
      'host, port, engine, document_root, eager, workers, body_limit, field_limit, strict_paths, shutdown_timeout, shutdown_delay, headers_timeout, request_timeout, websocket',
    ],
    [
      { dependencies: { factory: {} } },
      'dependencies.factory',
      'services, invokables, factories, aliases, delegators, start',
    ],
  ])('an unknown key: %o', ([config, path, keys]) => {
    const [fault, ...more] = findConfigErrors(config, WHOLE);
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ path, expected: `one of the keys ${keys}` });
    expect(fault?.received.split('; ')[0]).toBe(`the key "${path.split('.').at(-1)}"`);
  });

  test.for<readonly [object, string]>([
    [{ path: 'a' }, 'it must start with "/"'],
    [{ path: '/{a' }, 'the placeholder {a is not closed'],
    [
      { path: '/{a}', options: { tokens: { a: '(' } } },
      'The argument token "a" of the route /{a} must be a regular expression',
    ],
    [
      { path: '/{a}', options: { defaults: [] } },
      'The argument option "defaults" of the route /{a} must be an object',
    ],
    [{ path: '/%zz' }, '/%zz'],
  ])('a route that cannot be parsed: %o', ([route, reason]) => {
    const [fault, ...more] = findConfigErrors({ routes: [{ middleware: 'x', ...route }] }, WHOLE);
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ path: 'routes[0]', expected: 'a route that can be parsed' });
    expect(fault?.received).toContain(reason);
  });

  test('all at once, in the order of the keys', () => {
    expect(linesOf({ server: 1, debug: 2, routes: 3, middleware_pipeline: 4, dependencies: 5 })).toHaveLength(
      5,
    );
  });

  test('of a route whose path cannot be parsed either', () => {
    const routes = [{ path: '/{a', middleware: null, name: 5, pth: 1 }];
    expect(findConfigErrors({ routes }, WHOLE).map(({ path }) => path)).toEqual([
      'routes[0].pth',
      'routes[0].middleware',
      'routes[0].name',
      'routes[0]',
    ]);
  });

  test('with the file, where the configuration is that of one', () => {
    expect(findConfigErrors({ debug: 1 }, WHOLE, 'a.json')).toEqual([
      { file: 'a.json', path: 'debug', expected: 'true, false or "everyone"', received: '1' },
    ]);
  });
});

describe('keys that depend on the variant', () => {
  test('the flag "error" is an unknown key where there is no error middleware', () => {
    const [fault] = findConfigErrors(
      { middleware_pipeline: [{ middleware: 'x', error: true }] },
      { errorFlag: false },
      'f',
    );
    expect(fault).toMatchObject({
      file: 'f',
      path: 'middleware_pipeline[0].error',
      expected: 'one of the keys middleware, path, priority',
    });
  });
});

describe('a file, which others may complete (C2)', () => {
  test('may lack keys that an object needs, but not keys that an item of an array needs', () => {
    const config = {
      routes: { home: { name: 'start' } },
      middleware_pipeline: { auth: { priority: 5 } },
    };
    expect(linesOf(config, ANY_VARIANT)).toEqual(['']);
    expect(linesOf(config)).toHaveLength(3);
    expect(linesOf({ routes: [{ name: 'x' }] }, ANY_VARIANT)).toHaveLength(2);
    expect(linesOf({ routes: { api: [{ name: 'x' }] } }, ANY_VARIANT)).toHaveLength(2);
    expect(linesOf({ middleware_pipeline: [{ priority: 5 }] }, ANY_VARIANT)).toHaveLength(1);
  });

  test('may not lack a part of a middleware', () => {
    expect(linesOf({ middleware_pipeline: { api: { middleware: ['x', undefined] } } }, ANY_VARIANT)).toEqual([
      '- middleware_pipeline.api.middleware[1]: expected a middleware, received nothing',
    ]);
  });

  test('has every other error at once', () => {
    expect(linesOf({ routes: { home: { name: 5, pth: '/' } } }, ANY_VARIANT)).toEqual([
      '- routes.home.pth: expected one of the keys path, middleware, allowed_methods, options, name, received the key "pth"; did you mean "path"?',
      '- routes.home.name: expected a name, received 5',
    ]);
  });
});
