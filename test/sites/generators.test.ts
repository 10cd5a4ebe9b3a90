/** @module-tag full */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sitting } from '../../packages/command-line/test/terminal.ts';
import { fromSource, startServer } from '../support/server.ts';
import { callFw } from './call-fw.ts';
import { promptsFor, type Steps } from './generator-prompts.ts';
import { fw } from '../support/commands.ts';
import { createProjects, treeOf } from './created-projects.ts';
import { checkProjects, type OfProjects, type TestFile, testProjects } from './checked-projects.ts';

const projects = ['a', 'b'].flatMap((variant) =>
  ['config', 'hybrid', 'programmatic'].map((form, index) => ({
    variant,
    form,
    name: `${variant}-${form}`,
    // In one variant each, because code of a library hardly depends on the variant.
    schema: variant === (index === 1 ? 'b' : 'a') ? ['zod', 'valibot', 'arktype'][index] : undefined,
  })),
);
type Site = (typeof projects)[number];

// Prompts and repeated prompts hardly depend on variant and layout.
const withPrompts = new Set(['a-config', 'b-programmatic']);
const withRepetition = new Set(['a-programmatic', 'b-config']);
// Each layout once.
const withUndo = new Set(['a-config', 'b-hybrid', 'b-programmatic']);

/** The results of a project in which everything was generated. */
interface Outcome {
  /** The exit code, by command or by prompts. */
  readonly generated: Record<string, number>;
  readonly again: string[];
  readonly answers: Record<string, unknown>;
  readonly left: string[];
}

let folder: string;
/** The compiler errors of each project, and the results of its test files. */
let checked: OfProjects<string>;
let tested: OfProjects<TestFile>;
let outcomes = new Map<Site, Promise<Outcome>>();
const endings: (() => void)[] = [];

// All projects are beside one node_modules.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-generators-'));
  const flags = projects.map(({ variant, form, name }) => [name, ['--variant', variant, '--form', form]]);
  await createProjects(folder, Object.fromEntries(flags));
  const before = await twoAtATime(({ name }) => treeOf(join(folder, name)));
  const made = await twoAtATime(generateEverything);
  const names = projects.map(({ name }) => name);
  checked = await checkProjects(folder, names);
  tested = await testProjects(folder, names);
  outcomes = await twoAtATime(async (project) => {
    const { generated, again } = await of(project, made);
    const cwd = join(folder, project.name);
    const answers = await ask(cwd);
    const undone = withUndo.has(project.name) ? Object.keys(generated).length : 0;
    for (let count = 0; count < undone; count++) await callFw(cwd, ['undo']);
    return { generated, again, answers, left: difference(await of(project, before), await treeOf(cwd)) };
  });
}, 900_000);

/** Runs a step in each project, because each mostly waits; a failed step does not stop the others. */
async function twoAtATime<T>(step: (project: Site) => Promise<T>): Promise<Map<Site, Promise<T>>> {
  const results = new Map<Site, Promise<T>>();
  const waiting = [...projects];
  const work = async (): Promise<void> => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      results.set(project, step(project));
      await results.get(project)?.catch(() => {});
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

function of<T>(project: Site, results: ReadonlyMap<Site, Promise<T>>): Promise<T> {
  return results.get(project) ?? Promise.reject(new Error(`Nothing is known of ${project.name}.`));
}

afterAll(async () => {
  for (const end of endings) end();
  await rm(folder, { recursive: true, force: true });
});

describe.each(projects)('in a project with variant $variant, layout $form', (project) => {
  const outcome = (): Promise<Outcome> => of(project, outcomes);
  const isPrompted = withPrompts.has(project.name);

  test(`every generator works by flags${isPrompted ? ' and by prompts on a terminal' : ''}`, async () => {
    const { generated } = await outcome();
    expect(Object.entries(generated).filter(([, exitCode]) => exitCode !== 0)).toEqual([]);
    expect(Object.keys(generated)).toHaveLength(
      flagsFor(project).length + (isPrompted ? promptsFor(project).length : 0),
    );
  });

  test.runIf(withRepetition.has(project.name))(
    'every generator changes nothing when it runs again',
    async () => {
      const { again } = await outcome();
      // With --no-install, a line about missing packages may follow.
      const first = again.map((printed) => printed.split('\n')[0]);
      expect(new Set(first)).toEqual(new Set(['Nothing to do: everything exists already.']));
    },
  );

  test('the generated code type-checks', () => {
    expect(checked[project.name]).toEqual([]);
  });

  test('the generated tests pass', () => {
    const files = tested[project.name] ?? [];
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter(({ status }) => status !== 'passed')).toEqual([]);
  });

  test('the generated routes respond over HTTP', async () => {
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
      'PUT /checked/7':
        project.schema === undefined ? [404, expect.anything()] : [422, expect.stringContaining('"pointer"')],
      'GET /api/search?n=seven':
        project.schema === undefined
          ? [404, expect.anything()]
          : [422, expect.stringContaining('{"pointer":"/n","in":"query"')],
    });
  });

  test.runIf(withUndo.has(project.name))('fw undo restores the tree byte for byte', async () => {
    expect((await outcome()).left).toEqual([]);
  });
});

async function generateEverything(project: Site): Promise<Pick<Outcome, 'generated' | 'again'>> {
  const cwd = join(folder, project.name);
  const generated: Record<string, number> = {};
  const byFlags = flagsFor(project);
  for (const flags of byFlags) generated[flags] = (await generate(cwd, flags)).exitCode;
  for (const [kind, steps] of withPrompts.has(project.name) ? promptsFor(project) : [])
    generated[`${kind} at a terminal`] = await sit(cwd, kind, steps);

  const again = [];
  for (const flags of withRepetition.has(project.name) ? byFlags : [])
    again.push((await generate(cwd, flags)).stdout);
  return { generated, again };
}

function generate(cwd: string, flags: string): ReturnType<typeof callFw> {
  return callFw(cwd, ['generate', ...flags.split(' ')]);
}

const fields =
  's:string,n:number,i:integer?,b:boolean,d:date?,dt:datetime,e:email,u:url,uid:uuid,l:string[],c:a|b';

function flagsFor({ variant, form, schema }: Site): string[] {
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
    'command posts:import --services Mailer,config',
    // The route of the entry is one that the test has to add.
    form === 'hybrid'
      ? 'test --method POST --path /post --body {"a":null}'
      : 'test --path /ping?of=test --expect Content-Type:application/json',
    ...(schema === undefined ? [] : withContracts(schema)),
    'generator --name page --no-install',
  ];
}

function withContracts(schema: string): string[] {
  return [
    `resource blog-entry --path /users/{user}/entries --group /api --guard Timing --fields ${fields}? --schema ${schema} --no-install`,
    `command check-all --flags ${fields}? --services Mailer --feature shop --schema ${schema} --no-install`,
    String.raw`route --path /checked/{id:\d+}[/{n}] --method PUT,PATCH --contract ${fields} --schema ${schema} --no-install`,
    `route --path /search --group /api --guard Timing --services Mailer --feature shop --contract ${fields}? --no-install`,
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
      'PUT /checked/7',
      'GET /api/search?n=seven',
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

function difference(before: Map<string, string>, after: Map<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}
