import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

interface Row {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly sets: readonly number[];
}
interface Results {
  readonly run: { readonly nodeVersion: string; readonly day: string };
  readonly results: readonly { readonly scenario: string; readonly rows: readonly Row[] }[];
}
type Fill = (text: string, folder: string) => string;

const GENERATED =
  'npm run bench writes the text between "<!-- … -->" and "<!-- end -->" in docs/project/benchmark.md and README.md: undo changes by hand';

const results = join('tools', 'bench', 'results');
let page: string;

beforeAll(async () => {
  page = await readFile('docs/project/benchmark.md', 'utf8');
});

/** Not TypeScript, because it runs before anything is built. */
function load<T>(name: string): Promise<T> {
  return import(pathToFileURL(join('tools', 'bench', name)).href) as Promise<T>;
}

async function resultsOf(name: string): Promise<Results> {
  return JSON.parse(await readFile(join(results, `${name}.json`), 'utf8')) as Results;
}

describe('the benchmark in docs/project/benchmark.md', () => {
  test('has only numbers of the results', async () => {
    const { withTables } = await load<{ withTables: Fill }>('page.mjs');

    for (const place of [
      'benchmark node-24',
      'benchmark node-26',
      'benchmark node-20',
      'benchmark free-node-24',
      'benchmark contracts-node-24',
      'bundles bundles-node-20',
    ]) {
      const [, name = ''] = place.split(' ');
      const { run } = await resultsOf(name);
      expect(page).toContain(`<!-- ${place} -->\n\nNode ${run.nodeVersion} `);
      expect(page).toContain(`, ${run.day}, `);
    }
    expect(withTables(page, results), GENERATED).toBe(page);
  });

  test('is summarized in one line of the README, from the same results', async () => {
    const { withHeadline } = await load<{ withHeadline: Fill }>('page.mjs');
    const readme = await readFile('README.md', 'utf8');

    expect(readme).toContain('On Node 24, Fw uses less CPU than Fastify, Hono, h3 and Koa in ');
    expect(withHeadline(readme, results), GENERATED).toBe(readme);
  });

  test('is drawn from the same results', async () => {
    const { chart } = await load<{ chart(all: Results['results'], run: Results['run']): string }>(
      'chart.mjs',
    );

    for (const name of ['node-24', 'node-26', 'node-20', 'contracts-node-24']) {
      const { run, results: all } = await resultsOf(name);
      expect(await readFile(join(results, `${name}.svg`), 'utf8')).toBe(chart(all, run));
    }
  });

  test('reports "ahead" only beyond the range of the other, and "behind" only below it', async () => {
    for (const name of ['node-24', 'node-26', 'node-20']) {
      const [, after = ''] = page.split(`<!-- benchmark ${name} -->`);
      const [table = ''] = after.split('<!-- end -->');
      const { results: all } = await resultsOf(name);
      for (const [, own, other, cells = ''] of table.matchAll(/^\| (fw [AB]) vs\. (\S+) +\|(.*)\|$/gm)) {
        const words = all.map(({ rows }) => {
          const [one, two] = [own, other].map((wanted) => rows.find((row) => row.name === wanted));
          if (!one || !two || Math.min(one.sets.length, two.sets.length) < 3) return '';
          if (one.low > two.high) return 'ahead';
          return one.high < two.low ? 'behind' : 'tie';
        });
        expect(cells.split('|').map((cell) => cell.trim())).toEqual(words);
      }
    }
  });

  test('measures contracts beside the validators of fastify, hono and h3', () => {
    const [, table = ''] = page.split('<!-- benchmark contracts-node-24 -->');

    for (const name of ['fastify', 'hono', 'h3', 'fw A', 'fw B', 'fw B with arktype']) {
      expect(table).toMatch(new RegExp(`^\\| ${name} +\\| \\d\\.\\d\\d`, 'm'));
    }
  });

  test('weighs and starts bundles beside hono and h3 in one run', () => {
    const [, table = ''] = page.split('<!-- bundles bundles-node-20 -->');

    for (const name of ['hono', 'hono/tiny', 'h3', 'fw A', 'fw B']) {
      expect(table).toMatch(new RegExp(`^\\| ${name} +\\| \\d+ +\\| \\d+ +\\| \\d\\.\\d\\d `, 'm'));
    }
  });

  test('is repeated by existing commands', async () => {
    const { readOptions } = await load<{ readOptions(args: string[]): object }>('options.mjs');
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: object };
    const commands = Array.from(page.matchAll(/^npm run (bench\S*)(?: -- (.*))?$/gm));

    expect(commands.length).toBeGreaterThan(2);
    for (const [, script = '', args = ''] of commands) {
      expect(scripts).toHaveProperty([script]);
      const words = args.split(' ').filter(Boolean);
      if (script === 'bench') expect(() => readOptions(words)).not.toThrow();
      else for (const name of words) await access(join('tools', 'bench', 'micro', `${name}.mjs`));
    }
  });
});

/** As tools/bench/candidates.mjs and tools/bench/start-server.mjs export them. */
interface Candidate {
  readonly name: string;
  readonly server: string;
  readonly scenarios: readonly string[];
}
interface Started {
  readonly port: Promise<number>;
  stop(): Promise<void>;
}

describe('the servers of the benchmark', () => {
  test('have a file in each of their scenarios', async () => {
    const { RAW, candidates } = await load<{ RAW: Candidate; candidates: Candidate[] }>('candidates.mjs');
    const { serversOf } = await load<{ serversOf(scenario: string, runtime: string): string }>(
      'reference-app.mjs',
    );

    expect(candidates.length).toBeGreaterThan(20);
    for (const { server, scenarios } of [RAW, ...candidates]) {
      for (const scenario of scenarios) {
        await access(join('tools', 'bench', serversOf(scenario, 'node'), `${server}.mjs`));
      }
    }
  });

  test('start in a process of their own', async () => {
    const { candidates } = await load<{ candidates: Candidate[] }>('candidates.mjs');
    const { startServer } = await load<{
      startServer(candidate: object, scenario: string, options: object): Started;
    }>('start-server.mjs');
    const candidate = candidates.find(({ name }) => name === 'fw B') as Candidate;
    const server = startServer(candidate, 'a', { node: process.execPath, nodeOptions: [] });
    try {
      const response = await fetch(`http://127.0.0.1:${await server.port}/text`);
      expect(response.status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
