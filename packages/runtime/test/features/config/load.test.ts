import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApplicationFactory } from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { type Config, ConfigError, loadConfig } from '../../../src/index.ts';
import { site } from './project-folder.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function load(files: Readonly<Record<string, string>>): Promise<Config> {
  return loadConfig({ cwd: await site(files), test: false });
}

async function errorOf(files: Readonly<Record<string, string>>): Promise<ConfigError> {
  const error: unknown = await load(files).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  return error as ConfigError;
}

const order = (name: string): string => JSON.stringify({ order: [name], last: name });
const module = (name: string): string => `export default { order: ['${name}'], last: '${name}' };`;

describe('the files of a project (C1)', () => {
  test('are merged: global, *.global, local, *.local, each in alphabetical order', async () => {
    const config = await load({
      'z.local.json': order('z.local'),
      'a.local.json': order('a.local'),
      'local.json': order('local'),
      'z.global.json': order('z.global'),
      'b.global.json': order('b.global'),
      'a.global.json': order('a.global'),
      'global.json': order('global'),
    });
    expect(config['order']).toEqual([
      'global',
      'a.global',
      'b.global',
      'z.global',
      'local',
      'a.local',
      'z.local',
    ]);
    expect(config['last']).toBe('z.local');
  });

  test('are in alphabetical order by name, whatever their extension', async () => {
    const config = await load({
      'd.global.json': order('d'),
      'c.global.mjs': module('c'),
      'b.global.js': module('b'),
      'a.global.ts': `const order: string[] = ['a']; export default { order, last: 'a' };`,
    });
    expect(config['order']).toEqual(['a', 'b', 'c', 'd']);
  });

  test('with a name are read before files whose names begin with it', async () => {
    const config = await load({
      'a-b.global.json': order('a-b'),
      'a.global.json': order('a'),
      'ab.global.json': order('ab'),
    });
    expect(config['order']).toEqual(['a', 'a-b', 'ab']);
  });

  test('may be absent', async () => {
    expect(await load({})).toEqual({});
  });

  test('are only the files with matching names, extensions and folder', async () => {
    const config = await load({
      'global.json': order('global'),
      'a.global.d.ts': 'declare const x: number; export default x;',
      'global.d.ts': 'throw new Error();',
      'a.global.md': 'no',
      'a.global.json.bak': 'no',
      'global.local.global': 'no',
      'aglobal.json': '"no"',
      'nested/a.global.json': '"no"',
      'config/a.global.json': '"no"',
      '.hidden.global.json': '"no"',
    });
    expect(config['order']).toEqual(['global']);
  });

  test('may hold functions, instances and merge markers', async () => {
    const runtime = new URL('../../../src/index.ts', import.meta.url).href;
    const config = await load({
      'global.json': '{"list":[1],"gone":1,"routes":[{"path":"/","middleware":"x"}]}',
      'local.mjs': `import { mergeRemove, mergeReplace } from '${runtime}';
        export default { list: mergeReplace([2]), gone: mergeRemove, make: () => 3, routes: mergeReplace([]) };`,
    });
    expect(config).toMatchObject({ list: [2], routes: [] });
    expect(config).not.toHaveProperty('gone');
    expect((config['make'] as () => number)()).toBe(3);
  });

  test('may complete the value of another file under the same key', async () => {
    const config = await load({
      'global.json':
        '{"routes":{"home":{"path":"/","middleware":"x"}},"middleware_pipeline":{"auth":{"middleware":"y"}}}',
      'local.json': '{"routes":{"home":{"name":"start"}},"middleware_pipeline":{"auth":{"priority":5}}}',
    });
    expect(config.routes).toEqual({ home: { path: '/', middleware: 'x', name: 'start' } });
    expect(config.middleware_pipeline).toEqual({ auth: { middleware: 'y', priority: 5 } });
  });
});

describe('a name that is nearly right (C4)', () => {
  const warningsOf = async (files: Readonly<Record<string, string>>): Promise<string[]> => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await load(files);
    return warn.mock.calls.map(([line]) => String(line));
  };

  test.for([
    'routes.globl.ts',
    'routes.gloabl.json',
    'routes.GLOBAL.js',
    'globals.ts',
    'db.locale.mjs',
    'routes-global.ts',
    'my.routes_local.ts',
    'routes.global.mts',
    'routes.ts',
    'routes local.ts',
    'a.global copy.ts',
  ])('of a file is warned of: %s', async (file) => {
    expect(await warningsOf({ [file]: 'throw new Error("never loaded");' })).toEqual([
      `The file config/autoload/${file} is not loaded, because its name does not end in .global, .local or .test before the extension .ts, .js, .mjs or .json`,
    ]);
  });

  test('of a file is not a value that is no configuration', async () => {
    const names = [
      'a.global.d.ts',
      'development.local.ts.example',
      'a.global.js.map',
      'README.md',
      'a.bak',
      'a.global.test.ts',
      'a.global.spec.mjs',
      'global.test.ts',
    ];
    const more = [
      '.hidden.globl.ts',
      'a.globl.ts~',
      '#a.globl.ts#',
      'a.global.json.bak',
      'nested/b.globl.ts',
    ];
    expect(
      await warningsOf(Object.fromEntries([...names, ...more].map((n) => [`config/autoload/${n}`, 'no']))),
    ).toEqual([]);
  });

  test.for([
    ['route', 'routes'],
    ['Routes', 'routes'],
    ['sever', 'server'],
    ['debgu', 'debug'],
    ['dependancies', 'dependencies'],
    ['middlewarePipeline', 'middleware_pipeline'],
  ] as const)('of a key is warned of, once, with its file: %s', async ([key, meant]) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const config = await load({ 'a.global.json': JSON.stringify({ [key]: {} }), 'b.global.json': '{"x":1}' });
    new ApplicationFactory().create(new ServiceManager({ services: { config } }));
    const name = 'config/autoload/a.global.json';
    expect(warn.mock.calls).toEqual([
      [`${name} has the key "${key}", which the framework does not read; did you mean "${meant}"?`],
    ]);
  });

  test('of a key is a warning if no file is known', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    new ApplicationFactory().create(new ServiceManager({ services: { config: { sever: {} } } }));
    expect(warn.mock.calls).toEqual([
      ['The configuration has the key "sever", which the framework does not read; did you mean "server"?'],
    ]);
  });

  test("of the framework does not apply to a project's own key of that name", async () => {
    const own = [
      'database',
      'router',
      'routers',
      'servers',
      'mail',
      'quotes',
      'sender',
      'cache',
      'roles',
      'services',
      'view',
      'x',
      'middleware',
    ];
    const config = Object.fromEntries(own.map((key) => [key, {}]));
    expect(await warningsOf({ 'global.json': JSON.stringify(config) })).toEqual([]);
  });
});

describe('a file beside its compiled version', () => {
  const files = {
    'a.global.ts': `const order: string[] = ['a']; export default { order, from: 'source' };`,
    'a.global.js': `export default { order: ['a'], from: 'compiled' };`,
    'b.global.js': module('b'),
    'b.global.json': order('b too'),
  };

  test('is read once, from the source if TypeScript is loaded', async () => {
    const config = await load(files);
    expect(config).toMatchObject({ order: ['a', 'b', 'b too'], from: 'source' });
  });

  const failing = (code: string): string => `throw Object.assign(new Error('refused'), { code: '${code}' });`;

  test.each(['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'])(
    'is loaded in its place where the process fails with %s',
    async (code) => {
      expect(await load({ ...files, 'a.global.ts': failing(code) })).toMatchObject({
        order: ['a', 'b', 'b too'],
        from: 'compiled',
      });
      const [fault, ...more] = (await errorOf({ 'a.global.ts': failing(code) })).faults;
      expect(more).toEqual([]);
      expect(fault?.received).toContain('Error: refused');
    },
  );

  test.each([failing('ERR_MODULE_NOT_FOUND'), 'throw new Error("refused");'])(
    'is not loaded in its place where the source fails by itself: %s',
    async (source) => {
      const [fault] = (await errorOf({ ...files, 'a.global.ts': source })).faults;
      expect(fault).toMatchObject({ file: 'config/autoload/a.global.ts', expected: 'a file that loads' });
    },
  );
});

describe('other patterns', () => {
  test('are used in the order of the patterns, and a file that two patterns match is read once', async () => {
    const cwd = await site({
      'conf/b.json': order('b'),
      'conf/a.json': order('a'),
      'conf/deep/c.json': order('c'),
      'conf/types.d.ts': 'throw new Error();',
    });
    const one = await loadConfig({ cwd, patterns: ['conf/b.*', 'conf/*.{json,ts}'] });
    expect(one['order']).toEqual(['b', 'a']);
    const other = await loadConfig({ cwd, patterns: ['conf/**/*.json'] });
    expect(other['order']).toEqual(['a', 'b', 'c']);
    expect(await loadConfig({ cwd, patterns: [] })).toEqual({});
  });
});

describe('an error in a file (C4)', () => {
  test('is reported with the file and the key', async () => {
    const error = await errorOf({ 'a.global.json': '{"routes":[{"path":"/","middleware":"x","nme":1}]}' });
    expect(error).toMatchObject({ code: 'FW_CONFIG' });
    expect(error.faults).toHaveLength(1);
    expect(error.faults[0]).toMatchObject({ file: 'config/autoload/a.global.json', path: 'routes[0].nme' });
    expect(error.message).toMatch(
      /^The configuration has an error:\n- config\/autoload\/a\.global\.json: routes\[0\]\.nme: expected one of the keys path, middleware, allowed_methods, options, name, received the key "nme"; did you mean "name"\?$/,
    );
  });

  test('is reported together with all others', async () => {
    const error = await errorOf({
      'global.json': '{',
      'a.global.mjs': 'throw new Error("boom");',
      'b.global.mjs': 'export const named = 1;',
      'c.global.json': '[1]',
      'local.json': '{"debug":"yes","server":{"port":"80"}}',
      'x.local.json': '{"a":{"__proto__":1}}',
      'y.local.mjs': 'throw null;',
    });
    const [first, ...lines] = error.message.split('\n');
    expect(first).toBe('The configuration has 8 errors:');
    expect(lines[0]).toMatch(
      /^- config\/autoload\/global\.json: expected a file that loads, received SyntaxError: /,
    );
    expect(lines.slice(1)).toEqual([
      '- config/autoload/a.global.mjs: expected a file that loads, received Error: boom (config/autoload/a.global.mjs:1:7)',
      '- config/autoload/b.global.mjs: expected an object, received nothing',
      '- config/autoload/c.global.json: expected an object, received an array of 1',
      '- config/autoload/local.json: debug: expected true, false or "everyone", received "yes"',
      '- config/autoload/local.json: server.port: expected an integer from 0 to 65535, received "80"',
      '- config/autoload/x.local.json: a.__proto__: expected another key, received the key "__proto__"',
      '- config/autoload/y.local.mjs: expected a file that loads, received null',
    ]);
    expect(error.faults).toHaveLength(8);
  });

  test('that is an error of an imported module names the place, and has the error as its cause', async () => {
    const [fault] = (
      await errorOf({
        'global.mjs': 'import "../../src/db.mjs"; export default {};',
        'src/db.mjs': '\nthrow new TypeError("boom");',
      })
    ).faults;
    expect(fault?.received).toBe('TypeError: boom (src/db.mjs:2:7)');
    expect(fault?.error).toBeInstanceOf(TypeError);
  });

  test('that is a missing import names it', async () => {
    const error = await errorOf({ 'global.mjs': 'import "./nope.mjs"; export default {};' });
    expect(error.message).toContain('config/autoload/global.mjs: expected a file that loads, received ');
    expect(error.message).toContain('nope.mjs');
  });
});
