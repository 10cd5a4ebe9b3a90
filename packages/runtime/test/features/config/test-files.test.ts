// A project's test loads neither this machine's settings nor files that the project itself would not load.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Config, loadConfig } from '../../../src/index.ts';
import { site } from './project-folder.ts';

const order = (name: string): string => JSON.stringify({ order: [name] });
const files = {
  'global.json': order('global'),
  'a.global.json': order('a.global'),
  'local.json': order('local'),
  'a.local.json': order('a.local'),
  'test.json': order('test'),
  'b.test.json': order('b.test'),
  'a.test.json': order('a.test'),
};
const underTest = ['global', 'a.global', 'test', 'a.test', 'b.test'];
const elsewhere = ['global', 'a.global', 'local', 'a.local'];

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function load(given: Readonly<Record<string, string>>, test?: boolean): Promise<Config> {
  return loadConfig({ cwd: await site(given), ...(test !== undefined && { test }) });
}

describe('under test, test and *.test come last, and local and *.local are not read (C1)', () => {
  test.for([
    ['test', undefined, underTest],
    ['test', false, elsewhere],
    ['production', undefined, elsewhere],
    [undefined, undefined, elsewhere],
    ['production', true, underTest],
  ] as const)('NODE_ENV %s, option test %s: %j', async ([environment, option, expected]) => {
    vi.stubEnv('NODE_ENV', environment);
    expect((await load(files, option))['order']).toEqual(expected);
  });

  test.for([true, false])('and no file of the others is warned of (test: %s)', async (option) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await load(files, option);
    expect(warn.mock.calls).toEqual([]);
  });

  test('and a file for tests may be TypeScript, and replace merged values', async () => {
    const runtime = new URL('../../../src/index.ts', import.meta.url).href;
    const config = await load({
      'global.json': '{"mailers":["smtp"],"url":"https://example.com"}',
      'mail.test.ts': `import { mergeReplace } from '${runtime}';
        const mailers: string[] = ['memory'];
        export default { mailers: mergeReplace(mailers) };`,
    });
    expect(config).toEqual({ mailers: ['memory'], url: 'https://example.com' });
  });

  test('and patterns of the project are read unchanged', async () => {
    const cwd = await site(files);
    const patterns = ['config/autoload/*.local.json'];
    expect((await loadConfig({ cwd, patterns, test: true }))['order']).toEqual(['a.local']);
  });
});
