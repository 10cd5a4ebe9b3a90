import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApplicationFactory as FactoryOfA } from '../../../src/a/index.ts';
import { ApplicationFactory as FactoryOfB } from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import {
  type Config,
  configOrigin,
  loadConfig,
  mergeConfig,
  mergeConfigFiles,
  Route,
} from '../../../src/index.ts';
import { site } from './project-folder.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The number of times that routes were parsed: once by each check, and once when they are registered. */
function parsedRoutes(): () => number {
  const spy = vi.spyOn(Route.prototype, 'setOptions');
  return () => spy.mock.calls.length;
}

function create(config: Config, Factory: typeof FactoryOfA | typeof FactoryOfB = FactoryOfB): unknown {
  return new Factory().create(new ServiceManager({ services: { config } }));
}

describe.each([
  ['A', FactoryOfA],
  ['B', FactoryOfB],
])('in variant %s', (_variant, Factory) => {
  test('each of five files is checked once, and the factory does not check it again', async () => {
    const parsed = parsedRoutes();
    const names = ['global', 'a.global', 'b.global', 'c.global', 'local'];
    const files = names.map((name) => [
      `${name}.json`,
      JSON.stringify({ routes: [{ path: `/${name}`, middleware: 'x' }] }),
    ]);
    const config = await loadConfig({ cwd: await site(Object.fromEntries(files)), test: false });
    expect(parsed()).toBe(5);
    create(config, Factory);
    expect(parsed()).toBe(10);
  });

  test('the factory does not check the keys of files again', () => {
    const parsed = parsedRoutes();
    const config = mergeConfigFiles({
      'a.ts': { routes: { home: { path: '/', middleware: 'x' } } },
      'b.ts': { routes: { home: { name: 'home' } } },
    });
    const checks = parsed();
    create(config, Factory);
    expect(parsed()).toBe(checks + 1);
  });

  test('a configuration that was not loaded from files is checked as a whole', () => {
    const parsed = parsedRoutes();
    create({ routes: [{ path: '/', middleware: 'x' }] }, Factory);
    expect(parsed()).toBe(2);
    expect(() => create({ debug: 1 } as never, Factory)).toThrow('debug: expected true, false or "everyone"');
    const config = mergeConfigFiles({ 'a.ts': { debug: true } });
    expect(() => create(mergeConfig(config, { server: 1 }), Factory)).toThrow('server: expected an object');
    expect(() => create({ ...config, routes: 5 } as never, Factory)).toThrow('routes: expected an array');
  });

  test('a value that no file has completed is an error when the application is created', () => {
    const config = mergeConfigFiles({
      'a.ts': {
        routes: { home: { path: '/' }, api: [{ path: '/api', middleware: 'x' }] },
        middleware_pipeline: { auth: { priority: 5 } },
      },
      'b.ts': { routes: { home: { name: 'home' } }, policies: { admin: { route: 'home' } } },
    });
    expect(() => create(config, Factory)).toThrow(
      [
        'The configuration has 3 errors:',
        '- routes.home.middleware: expected a middleware, received nothing',
        '- middleware_pipeline.auth.middleware: expected a middleware, received nothing',
        '- policies.admin.runs: expected a name, received nothing',
      ].join('\n'),
    );
  });
});

test('the flag "error" in a file is an error in variant B only', () => {
  const entry = { middleware: () => undefined, error: true };
  const config = mergeConfigFiles({ 'a.ts': { middleware_pipeline: [entry] } });
  expect(create(config, FactoryOfA)).toBeDefined();
  expect(() => create(config, FactoryOfB)).toThrow(
    'middleware_pipeline[0].error: expected one of the keys middleware, path, priority',
  );
});

test('options of a route are checked in a file without its path', () => {
  const files = {
    'a.ts': { routes: { show: { path: '/{id}', middleware: 'x' } } },
    'b.ts': { routes: { show: { options: { tokens: { id: '(' } } } } },
  };
  expect(() => mergeConfigFiles(files)).toThrow('b.ts: routes.show: expected a route that can be parsed');
});

/** A file that counts how often one of its values is read. */
function counted(): { readonly file: object; readonly reads: () => number } {
  let reads = 0;
  const server = Object.defineProperty({}, 'port', { enumerable: true, get: () => ((reads += 1), 8080) });
  return { file: { server, routes: [{ path: '/', middleware: 'x' }] }, reads: () => reads };
}

test('no value is read for its history before the history is requested', () => {
  const { file, reads } = counted();
  const config = mergeConfigFiles({ 'a.ts': file });
  // Once to check the file, and once to merge it.
  expect(reads()).toBe(2);
  create(config);
  expect(reads()).toBe(2);
  expect(configOrigin(config, ['server', 'port'])).toEqual({ file: 'a.ts', key: 'server.port' });
  expect(reads()).toBe(3);
});
