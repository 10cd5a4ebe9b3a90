// The published ways past the guards of other frameworks, sent to Fw on every runtime, and to Fw together with other frameworks.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { engineOf, MODULE_RUNTIMES, PLAIN, type Runtime, SERVING_RUNTIMES } from './runtimes.ts';

interface Served {
  readonly host: string;
  readonly case: string;
  readonly url: string;
  readonly prefix?: string;
}

interface Case {
  readonly app: object;
  readonly control: readonly string[];
  readonly requests: readonly unknown[];
}

interface Outcome {
  readonly bypasses: readonly string[];
  readonly failures: readonly string[];
}

interface Advisory {
  readonly id: string;
  readonly cause: string;
  readonly cases: readonly string[];
  readonly reason?: string;
}

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'tools/gauntlet');

function imported<T>(file: string): Promise<T> {
  return import(pathToFileURL(join(folder, file)).href) as Promise<T>;
}

const { CASES } = await imported<{ CASES: Readonly<Record<string, Case>> }>('cases/index.mjs');
const { ADVISORIES } = await imported<{ ADVISORIES: readonly Advisory[] }>('advisories.mjs');
const { attack } = await imported<{ attack: (served: Served, tried: Case) => Promise<Outcome> }>(
  'attack.mjs',
);

/** Installs the other frameworks, in a process of its own, because npm blocks it. */
async function installPeers(): Promise<boolean> {
  const file = JSON.stringify(pathToFileURL(join(folder, 'install.mjs')).href);
  const code = `import { installPeers } from ${file}; installPeers();`;
  const { exitCode } = await execa(process.execPath, ['--input-type=module', '--eval', code], {
    reject: false,
  });
  return exitCode === 0;
}

/** The errors of all cases on all hosts, as `host: case: error`, and the number of attacked applications. */
async function run(runtime: Runtime, kind: 'fw' | 'joined'): Promise<{ wrong: string[]; apps: number }> {
  const server = await startServer(runtime.binary, [...runtime.args, join(folder, 'serve.mjs'), kind], {
    cwd: root,
    env: { ...PLAIN, ...engineOf(runtime) },
  });
  try {
    const served = (await (await fetch(server.url)).json()) as Served[];
    const apps = served.length;
    const wrong: string[] = [];
    const take = async (): Promise<void> => {
      for (let one = served.shift(); one !== undefined; one = served.shift()) {
        const { host, case: name } = one;
        const tried = CASES[name];
        if (tried === undefined) throw new Error(`There is no case ${name}`);
        const { bypasses, failures } = await attack(one, tried);
        wrong.push(...[...bypasses, ...failures].map((what) => `${host}: ${name}: ${what}`));
      }
    };
    await Promise.all(Array.from({ length: 4 }, take));
    return { wrong, apps };
  } finally {
    await server.stop();
  }
}

describe.each(SERVING_RUNTIMES)('$name', (runtime) => {
  test(
    'lets nothing past a guard that got past the guard of another framework',
    { tags: runtime.tags },
    async ({ skip }) => {
      if (runtime.absent !== undefined) skip(runtime.absent);
      const { wrong, apps } = await run(runtime, 'fw');

      expect(wrong).toEqual([]);
      // Both variants with three routers.
      expect(apps).toBeGreaterThanOrEqual(6 * Object.keys(CASES).length);
    },
  );
});

describe.each(MODULE_RUNTIMES)('$name with Express, Hono and h3', (runtime) => {
  test(
    'lets nothing past a guard when one framework has the guard and another one the routes',
    {
      tags: ['full'],
      timeout: 300_000,
    },
    async ({ skip }) => {
      if (runtime.absent !== undefined) skip(runtime.absent);
      if (!(await installPeers())) skip('npm could not install the other frameworks (gauntlet)');
      const { wrong, apps } = await run(runtime, 'joined');

      expect(wrong).toEqual([]);
      expect(apps).toBeGreaterThan(500);
    },
  );
});

describe('the gauntlet', () => {
  test('has a case for each advisory, or a reason why there is none', () => {
    const names = new Set(ADVISORIES.flatMap(({ cases }) => cases));

    expect([...names].filter((name) => !Object.hasOwn(CASES, name))).toEqual([]);
    expect(ADVISORIES.filter(({ cases, reason }) => (cases.length === 0) !== (reason !== undefined))).toEqual(
      [],
    );
    expect(new Set(ADVISORIES.map(({ id }) => id)).size).toBe(ADVISORIES.length);
  });

  test('has requests and a control for each case', () => {
    const empty = Object.entries(CASES).filter(
      ([, { control, requests }]) => control.length === 0 || requests.length < 2,
    );

    expect(empty).toEqual([]);
  });
});
