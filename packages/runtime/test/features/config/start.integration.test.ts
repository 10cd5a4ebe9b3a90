import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start } from '../../support/child-process.ts';
import { essentialFirst } from '../../../../../test/support/essential-first.ts';

const dist = (file: string): string => JSON.stringify(new URL(`../../../dist/${file}`, import.meta.url).href);

/** The output of a project with this configuration when it starts like a created one: the lines of stderr. */
async function startWith(config: string, variant: 'a' | 'b' = 'b'): Promise<string[]> {
  const site = await mkdtemp(join(tmpdir(), 'fw-start-'));
  onTestFinished(() => rm(site, { recursive: true }));
  await mkdir(join(site, 'config/autoload'), { recursive: true });
  await mkdir(join(site, 'public'));
  await writeFile(join(site, 'config/autoload/site.global.mjs'), config);
  await writeFile(
    join(site, 'config/container.mjs'),
    `import { dirname } from 'node:path';
     import { loadConfig } from ${dist('index.js')};
     import { ApplicationFactory } from ${dist(`${variant}/index.js`)};
     import { ServiceManager } from ${dist('kernel/container/service-manager.js')};
     const config = await loadConfig({ cwd: dirname(import.meta.dirname) });
     const container = new ServiceManager(config.dependencies);
     container.setFactory('Application', ApplicationFactory);
     container.setService('config', config);
     export default container;`,
  );
  await writeFile(
    join(site, 'public/index.mjs'),
    `import { Application } from ${dist(`${variant}/index.js`)};
     const { default: container } = await import('../config/container.mjs');
     await container.get(Application).run();`,
  );
  const { code, stdout, stderr } = await start(join(site, 'public/index.mjs'), {
    PORT: '0',
    HOST: '127.0.0.1',
  }).ended;
  expect(code).toBe(1);
  expect(stdout).toBe('');
  // Node says where it was when the process ended, and its version.
  return stderr
    .split('\n')
    .filter((line) => !/^(?:node:internal.*|\s+triggerUncaught.*|\s*\^?|Node\.js v.*)$/.test(line));
}

test('a start with errors prints each once, without stack frames and fields', async () => {
  const lines = await startWith(`export default {
    debug: 'yes', server: { prt: 1 }, routes: [{ path: '/', middleware: ['x', undefined] }],
  };`);
  expect(lines).toEqual([
    '[ConfigError: The configuration has 3 errors:',
    '- config/autoload/site.global.mjs: debug: expected true, false or "everyone", received "yes"',
    '- config/autoload/site.global.mjs: routes[0].middleware[1]: expected a middleware, received nothing',
    expect.stringMatching(/site\.global\.mjs: server\.prt: expected one of .*; did you mean "port"\?\]$/),
  ]);
});

test('a start with errors in routes created by functions names file and key, with the joined path for groups', async () => {
  const lines = await startWith(`import { group, route } from ${dist('b/index.js')};
    export default { routes: [
      route('GET', '/{id', 'x'),
      route(undefined, '/y', 'x', 'named'),
      group('/api', { middleware: [undefined] }, [route('GET', '/', 'x'), { path: 'posts', middleware: 'x' }, 5]),
    ] };`);
  expect(lines).toEqual([
    '[ConfigError: The configuration has 7 errors:',
    expect.stringContaining(
      'site.global.mjs: routes[0]: expected a route that can be parsed, received The argument path',
    ),
    expect.stringMatching(
      /: routes\[1\]\.allowed_methods: expected an array of HTTP methods, received an array of 1$/,
    ),
    expect.stringMatching(/: routes\[1\]\.options: expected an object, received "named"$/),
    expect.stringMatching(/: routes\[2\]\[0\]\.middleware\[0\]: expected a middleware, received nothing$/),
    expect.stringMatching(/: routes\[2\]\[1\]\.middleware\[0\]: expected a middleware, received nothing$/),
    expect.stringMatching(
      /: routes\[2\]\[1\]: expected a route .* not "posts"\. In it, it must start with "\/"\.$/,
    ),
    expect.stringMatching(/: routes\[2\]\[2\]: expected an object, received 5\]$/),
  ]);
});

test('a start with a malformed group names the expected value and the file', { tags: ['full'] }, async () => {
  const [, line] = await startWith(`import { group } from ${dist('b/index.js')};
    export default { routes: [group('/api', { middlewares: ['Auth'] }, [])] };`);
  expect(line?.split(' (')[0]).toBe(
    '- config/autoload/site.global.mjs: expected a file that loads, received InvalidArgumentError: The argument options of ' +
      'the group /api must be an object with the keys middleware and name, not an object with the keys "middlewares". ' +
      'Instead of "middlewares", did you mean "middleware"?',
  );
});

test('a start with a file that fails prints its error once, with the place', async () => {
  expect(await startWith(`const db = undefined;\nexport default { url: db.url };`)).toEqual([
    '[ConfigError: The configuration has an error:',
    expect.stringMatching(
      /site\.global\.mjs: expected a file that loads, received TypeError: .* \(config\/autoload\/site\.global\.mjs:2:26\)\]$/,
    ),
  ]);
});

test(
  'a start with errors that only the application detects prints each once',
  { tags: ['full'] },
  async () => {
    const lines = await startWith(
      `export default { middleware_pipeline: { one: { path: '/x' }, two: {} } };`,
    );
    expect(lines).toEqual([
      '[ConfigError: The configuration has 2 errors:',
      '- middleware_pipeline.one.middleware: expected a middleware, received nothing',
      '- middleware_pipeline.two.middleware: expected a middleware, received nothing]',
    ]);
  },
);

for (const { some, tags } of essentialFirst(['b', 'a'] as const)) {
  test.for(some)(
    'a start with routes that are there already prints them all, once: %s',
    { tags },
    async (variant) => {
      const lines = await startWith(
        `const route = (path) => ({ path, middleware: 'x' });
     export default { routes: ['/', '/a/{b}', '/', '/a/{c}'].map(route) };`,
        variant,
      );
      expect(lines).toEqual([
        expect.stringMatching(/^\[DuplicateRouteError: The route "\/" /),
        expect.stringMatching(/^The route "\/a\/\{c\}" .*\]$/),
      ]);
    },
  );
}

for (const { some, tags } of essentialFirst(['b', 'a'] as const)) {
  test.for(some)(
    'an eager start prints all services and classes that cannot be created, and exits with 1: %s (S1)',
    { tags },
    async (variant) => {
      const lines = await startWith(
        `class ShowPost { static inject = ['posts']; process() {} }
       export default {
         server: { eager: true },
         routes: [{ path: '/post/{id}', middleware: ['Guard', ShowPost], name: 'post' }],
       };`,
        variant,
      );
      expect(lines).toEqual([
        'The server cannot start: The middleware has 2 errors:',
        '- the route "post" (/post/{id}), Guard: The middleware "Guard" is neither callable, nor a service of the container, nor a class.',
        '- the route "post" (/post/{id}), ShowPost: The service "ShowPost" could not be created: There is no service "posts" among 2, nor one with a similar name.',
      ]);
    },
  );
}

test('an eager start that waits for a promise that never settles reports it with all other errors, and exits with 1 (S1)', async () => {
  const lines = await startWith(
    `class Hangs { static inject = ['db']; }
     export default {
       dependencies: { factories: { db: () => new Promise(() => {}) } },
       server: { eager: true, shutdown_timeout: 0 },
       routes: [{ path: '/', middleware: [Hangs, 'Guard'], name: 'home' }],
     };`,
  );
  expect(lines).toEqual([
    'The server cannot start: The middleware has 2 errors:',
    '- the route "home" (/), Hangs: Startup is deadlocked: waiting for "Hangs", "db".',
    '- the route "home" (/), Guard: The middleware "Guard" is neither callable, nor a service of the container, nor a class.',
    // The service that hangs cannot be disposed of.
    'The container was not disposed of in 1000 ms, waiting for "Hangs", "db"; the server closes without it.',
  ]);
});

for (const { some, tags } of essentialFirst(['b', 'a'] as const)) {
  test.each(some)(
    'a service that cannot start stops the app of variant %s: one line, and created services are disposed of',
    { tags },
    async (variant) => {
      const lines = await startWith(
        `const queue = {
       start: () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:6379')),
       dispose: () => console.error('disposed'),
     };
     export default { dependencies: { factories: { Queue: () => queue }, start: ['Queue'] } };`,
        variant,
      );
      expect(lines).toEqual([
        'The server cannot start: The service "Queue" could not be started: connect ECONNREFUSED 127.0.0.1:6379',
        'disposed',
      ]);
    },
  );
}
