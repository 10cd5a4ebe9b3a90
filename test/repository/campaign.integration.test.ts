import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

const GENERATED =
  'npm run campaign writes the text between "<!-- … -->" and "<!-- end -->" in docs/project/campaign.md: undo changes by hand';
let page: string;

beforeAll(async () => {
  page = await readFile('docs/project/campaign.md', 'utf8');
});

/** Not TypeScript, because the campaign runs without a build. */
function load<T>(name: string): Promise<T> {
  return import(pathToFileURL(join('tools', 'campaign', name)).href) as Promise<T>;
}

describe('the fault campaign in docs/project/campaign.md', () => {
  test('has only numbers of the results', async () => {
    const { withFigures } = await load<{ withFigures(text: string, folder: string): string }>('page.mjs');
    const { run } = JSON.parse(await readFile(join('tools', 'campaign', 'results/node-20.json'), 'utf8')) as {
      run: { nodeVersion: string; day: string; seed: number };
    };

    expect(page).toContain(`<!-- campaign node-20 -->\n\nNode ${run.nodeVersion} on `);
    expect(page).toContain(`, ${run.day}, seed ${run.seed}, `);
    expect(withFigures(page, join('tools', 'campaign', 'results')), GENERATED).toBe(page);
  });

  test('has only numbers of the results for rolling restarts, and no request lost with the delay', async () => {
    const { withRolling } = await load<{ withRolling(text: string, folder: string): string }>(
      'rolling/report.mjs',
    );
    const { run } = JSON.parse(
      await readFile(join('tools', 'campaign', 'results/rolling-node-20.json'), 'utf8'),
    ) as {
      run: { restarts: number; violations: readonly string[] };
    };

    expect(run).toMatchObject({ restarts: 10, violations: [] });
    expect(page).toContain('<!-- rolling rolling-node-20 -->\n\nNode ');
    expect(withRolling(page, join('tools', 'campaign', 'results')), GENERATED).toBe(page);
  });

  test.each([
    ['jobs', 'withJobs'],
    ['fleet', 'withFleet'],
  ])('has only numbers of the results for %s, which are correct', async (name, fill) => {
    const report = await load<Record<string, (text: string, folder: string) => string>>(`${name}/report.mjs`);
    const file = join('tools', 'campaign', `results/${name}-node-20.json`);

    expect(page).toContain(`<!-- ${name} ${name}-node-20 -->\n`);
    expect(report[fill]?.(page, join('tools', 'campaign', 'results')), GENERATED).toBe(page);
    if (existsSync(file)) {
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ run: { violations: [] } });
    }
  });

  test('is repeated by existing commands', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: object };
    const commands = Array.from(page.matchAll(/^npm run campaign(?: -- (.*))?$/gm));

    expect(commands.length).toBeGreaterThan(1);
    expect(scripts).toHaveProperty(['campaign']);
    for (const [, args = ''] of commands) {
      const [, other] = /--(rolling|jobs|fleet)/.exec(args) ?? [];
      const { readOptions } = await load<{ readOptions(args: string[]): object }>(
        other === undefined ? 'options.mjs' : `${other}/options.mjs`,
      );
      expect(() => readOptions(args.split(' ').filter(Boolean))).not.toThrow();
    }
  });
});
