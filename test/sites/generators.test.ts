import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys, Sitting } from '../../packages/create-fw-app/test/terminal.ts';
import { fromSource, startServer } from '../support/server.ts';
import { fw, layDown, treeOf } from './laid-down.ts';

const sites = ['a', 'b'].flatMap((variant) =>
  ['config', 'hybrid', 'programmatic'].map((form) => ({ variant, form, name: `${variant}-${form}` })),
);
type Site = (typeof sites)[number];

// What is typed at a terminal, and what is typed again, hardly depends on variant and form.
const withPrompts = new Set(['a-config', 'b-programmatic']);
const withRepetition = new Set(['a-programmatic', 'b-config']);

/** What came of a site in which everything was generated. */
interface Outcome {
  /** By command or by what was asked: its exit code. */
  readonly generated: Record<string, number>;
  readonly again: string[];
  readonly checked: string;
  readonly tested: string;
  readonly answers: Record<string, unknown>;
  readonly left: string[];
}

let folder: string;
const endings: (() => void)[] = [];
const outcomes = new Map<string, Promise<Outcome>>();

// All sites stand beside one node_modules. Two at a time, because each command of a site waits mostly for itself.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-generators-'));
  await layDown(
    folder,
    Object.fromEntries(
      sites.map(({ variant, form, name }) => [name, ['--variant', variant, '--form', form]]),
    ),
  );
  const waiting = [...sites];
  const work = async (): Promise<void> => {
    for (let site = waiting.shift(); site !== undefined; site = waiting.shift()) {
      const outcome = generateEverything(site);
      outcome.catch(() => {});
      outcomes.set(site.name, outcome);
      await outcome.catch(() => {});
    }
  };
  await Promise.all([work(), work()]);
}, 600_000);

afterAll(async () => {
  for (const end of endings) end();
  await rm(folder, { recursive: true, force: true });
});

describe.each(sites)('in a site of variant $variant, form $form', (site) => {
  const outcome = async (): Promise<Outcome> => {
    const found = await outcomes.get(site.name);
    if (found === undefined) throw new Error('Nothing was generated.');
    return found;
  };

  const isPrompted = withPrompts.has(site.name);

  test(`every generator works by flags${isPrompted ? ' and by prompts at a terminal' : ''}`, async () => {
    const { generated } = await outcome();
    expect(Object.entries(generated).filter(([, exitCode]) => exitCode !== 0)).toEqual([]);
    expect(Object.keys(generated)).toHaveLength(isPrompted ? 15 : 9);
  });

  test.runIf(withRepetition.has(site.name))(
    'every generator changes nothing when it is run again',
    async () => {
      const { again } = await outcome();
      expect(new Set(again)).toEqual(new Set(['Nothing to do: all of it is there already.']));
    },
  );

  test('what was generated type-checks', async () => {
    expect((await outcome()).checked).toBe('');
  });

  test('the tests that were generated pass', async () => {
    const { tested } = await outcome();
    expect(tested).toMatch(/Test Files\s+\d+ passed \(\d+\)/);
    expect(tested).not.toContain('failed');
  });

  test('what was generated answers over HTTP', async () => {
    const { answers } = await outcome();
    expect(answers).toEqual({
      'GET /post/7': [200, '{"id":"7"}'],
      'GET /shop': [200, 'Shop\n'],
      'POST /order': isPrompted ? [200, 'Create order\n'] : [404, expect.anything()],
      'GET /order': [isPrompted ? 405 : 404, expect.anything()],
      'GET /blog': isPrompted ? [200, 'Blog\n'] : [404, expect.anything()],
      'GET /api/items': [200, expect.stringContaining('<h1>Items</h1>')],
      'GET /api/items/%3Cb%3E': [200, expect.stringContaining('<p>n: &lt;b&gt;</p>')],
      'PUT /api/items/7': [400, expect.anything()],
    });
  });

  test('fw undo brings the tree back byte for byte', async () => {
    expect((await outcome()).left).toEqual([]);
  });
});

async function generateEverything(site: Site): Promise<Outcome> {
  const cwd = join(folder, site.name);
  const before = await treeOf(cwd);
  const generated: Record<string, number> = {};
  const byFlags = flagsFor(site);
  for (const flags of byFlags) generated[flags] = (await run(cwd, `generate ${flags}`)).exitCode ?? -1;
  for (const [kind, steps] of withPrompts.has(site.name) ? promptsFor(site) : [])
    generated[`${kind} at a terminal`] = await sit(cwd, kind, steps);

  const again = [];
  for (const flags of withRepetition.has(site.name) ? byFlags : [])
    again.push((await run(cwd, `generate ${flags}`)).stdout);
  const bin = (name: string): string => join(folder, 'node_modules', '.bin', name);
  const checked = await execa(bin('tsc'), { cwd, reject: false, all: true });
  const tested = await execa(bin('vitest'), ['run'], { cwd, reject: false, all: true });
  const answers = await ask(cwd);
  for (let count = 0; count < Object.keys(generated).length; count++) await run(cwd, 'undo');
  return {
    generated,
    again,
    checked: checked.all,
    tested: stripVTControlCharacters(tested.all),
    answers,
    left: difference(before, await treeOf(cwd)),
  };
}

function flagsFor({ variant, form }: Site): string[] {
  const priority = form === 'programmatic' ? '' : ' --priority 90';
  return [
    String.raw`route --path /post/{id:\d+} --class ShowPost`,
    'service --class Mailer',
    `middleware --class Timing --services Mailer,config${priority}`,
    'route --path /items --path /items/{n} --group /api --guard Timing --services Mailer --answer template',
    'route --path /items/{n} --method PUT --group /api',
    variant === 'a' ? 'error-middleware --class Apology' : 'error-handler --class ReportErrors',
    'app --class Shop --path /shop --feature shop',
    'config --name mail',
    'inject ShowPost Mailer config',
  ];
}

type Steps = [question: string, typed: string][];

function promptsFor({ variant, form }: Site): [kind: string, Steps][] {
  const { enter, down } = keys;
  const priority: Steps = form === 'programmatic' ? [] : [['Priority', enter]];
  const [services, feature]: Steps = [
    ['Services', enter],
    ['Feature', enter],
  ];
  if (services === undefined || feature === undefined) return [];
  const error: [string, Steps] =
    variant === 'a'
      ? [
          'error-middleware',
          [['Class', `Regret${enter}`], ['Path prefix', enter], ...priority, services, feature],
        ]
      : ['error-handler', [['Class', `CountErrors${enter}`], services, feature]];
  return [
    [
      'service',
      [
        ['Class', `Clock${enter}`],
        ['Services', `config${enter}`],
        ['Feature', `orders${enter}`],
      ],
    ],
    [
      'route',
      [
        ['Path, as in', `/order${enter}`],
        ['Methods', `POST${enter}`],
        ['Class', enter],
        ['Name', enter],
        ['What it answers', `${down}${enter}`],
        ['Services', `Clock${enter}`],
        ['Feature', `orders${enter}`],
      ],
    ],
    [
      'middleware',
      [
        ['Class', `Audit${enter}`],
        ['Where it runs', `${down}${enter}`],
        ['Path prefix', enter],
        ...priority,
        services,
        feature,
      ],
    ],
    error,
    ['app', [['Name', `Blog${enter}`], ['Path prefix', `/blog${enter}`], ...priority, feature]],
    ['config', [['Name', `search${enter}`]]],
  ];
}

async function sit(cwd: string, kind: string, steps: Steps): Promise<number> {
  const sitting = new Sitting(['generate', kind], { cwd, program: fw, atEnd: (end) => endings.push(end) });
  for (const [question, typed] of steps) (await sitting.sees(`? ${question}`)).types(typed);
  return sitting.ends();
}

async function ask(cwd: string): Promise<Record<string, unknown>> {
  const { url, stop } = await startServer(process.execPath, [...fromSource, 'public/index.ts'], {
    cwd,
    env: { HOST: '127.0.0.1', PORT: '0' },
  });
  try {
    const answers: Record<string, unknown> = {};
    for (const request of [
      'GET /post/7',
      'POST /order',
      'GET /order',
      'GET /shop',
      'GET /blog',
      'GET /api/items',
      'GET /api/items/%3Cb%3E',
      'PUT /api/items/7',
    ]) {
      const [method = '', path = ''] = request.split(' ');
      const response = await fetch(url + path, { method });
      answers[request] = [response.status, await response.text()];
    }
    return answers;
  } finally {
    await stop();
  }
}

function run(cwd: string, command: string): Promise<{ exitCode?: number; stdout: string }> {
  return execa(process.execPath, [fw, ...command.split(' ')], { cwd, reject: false, stdin: 'ignore' });
}

function difference(before: Map<string, string>, after: Map<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}
