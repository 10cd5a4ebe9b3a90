import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

const bench = 'packages/runtime/bench';
const results = join(bench, 'results');
let page: string;

beforeAll(async () => {
  page = await readFile('docs/benchmark.md', 'utf8');
});

/** Not TypeScript, because it runs before anything is built. */
function load<T>(name: string): Promise<T> {
  return import(pathToFileURL(join(bench, name)).href) as Promise<T>;
}

describe('the benchmark in docs/benchmark.md', () => {
  test('has no number but those of the results', async () => {
    const { withTables } = await load<{ withTables(text: string, folder: string): string }>('page.mjs');

    for (const place of [
      'benchmark node-20',
      'benchmark node-26',
      'benchmark contracts-node-20',
      'benchmark contracts-node-26',
      'bundles bundles-node-20',
    ]) {
      const [, name = ''] = place.split(' ');
      const { run } = JSON.parse(await readFile(join(results, `${name}.json`), 'utf8')) as {
        run: { nodeVersion: string; day: string };
      };
      expect(page).toContain(`<!-- ${place} -->\n\nNode ${run.nodeVersion} `);
      expect(page).toContain(`, ${run.day}, `);
    }
    expect(withTables(page, results)).toBe(page);
  });

  test('measures contracts beside the validators of fastify, hono and h3', async () => {
    const [, table = ''] = page.split('<!-- benchmark contracts-node-20 -->');

    for (const name of ['fastify', 'hono', 'h3', 'fw A', 'fw B', 'fw B with arktype']) {
      expect(table).toMatch(new RegExp(`^\\| ${name} +\\| \\d\\.\\d\\d \\(`, 'm'));
    }
  });

  test('weighs and starts bundles beside hono and h3 in one run', async () => {
    const [, table = ''] = page.split('<!-- bundles bundles-node-20 -->');

    for (const name of ['hono', 'hono/tiny', 'h3', 'fw A', 'fw B']) {
      expect(table).toMatch(new RegExp(`^\\| ${name} +\\| \\d+ +\\| \\d+ +\\| \\d\\.\\d\\d `, 'm'));
    }
  });

  test('is run again by commands that exist', async () => {
    const { readOptions } = await load<{ readOptions(args: string[]): object }>('options.mjs');
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: object };
    const commands = Array.from(page.matchAll(/^npm run (bench\S*)(?: -- (.*))?$/gm));

    expect(commands.length).toBeGreaterThan(2);
    for (const [, script = '', args = ''] of commands) {
      expect(scripts).toHaveProperty([script]);
      const words = args.split(' ').filter(Boolean);
      if (script === 'bench') expect(() => readOptions(words)).not.toThrow();
      else for (const name of words) await access(join(bench, 'micro', `${name}.mjs`));
    }
  });
});
