/** @module-tag full */

import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { defaultFirst } from '../src/flag.ts';
import { FLAGS } from '../../create-fw-app/src/flags.ts';
import { GENERATORS } from '../../cli/src/generate/generators.ts';
import { createFwApp } from '../../create-fw-app/test/built-binary.ts';
import { createFwApp as binary, fw } from '../../../test/support/commands.ts';
import { emptyFolder } from './folders.ts';
import { keys, Sitting } from './terminal.ts';

const backspace = '\u007f';
const typed = 'zyxwvu';

interface Prompt {
  readonly message: string;
  /** The input for each text prompt; missing for the default. */
  readonly answer?: string;
  /** In the order of the choices; the first is the default. */
  readonly choices?: readonly string[];
}

const terminals = [{ columns: 80, rows: 24 }, { columns: 40 }, { columns: 80, isSizeUnknown: true }] as const;

let projects: string;

beforeAll(async () => {
  projects = await mkdtemp(join(tmpdir(), 'fw-narrow-terminals-'));
  for (const variant of ['a', 'b']) {
    await createFwApp([variant, '--variant', variant, '--no-install', '--no-git'], { cwd: projects });
    // The prompt for a path loads the framework and its development tools.
    await mkdir(join(projects, variant, 'node_modules'));
    for (const name of ['runtime', 'devtools']) {
      const folder = join(import.meta.dirname, '../..', name);
      await symlink(folder, join(projects, variant, 'node_modules', `fw-${name}`));
    }
    // Node 20 runs the project's TypeScript with it.
    const loader = join(import.meta.dirname, '../../../node_modules/tsx');
    await symlink(loader, join(projects, variant, 'node_modules/tsx'));
  }
});

afterAll(() => rm(projects, { recursive: true, force: true }));

/** A temporary copy of a project; returns its folder. */
async function copyOf(variant: 'a' | 'b'): Promise<string> {
  const cwd = join(await emptyFolder(), 'site');
  await cp(join(projects, variant), cwd, { recursive: true, verbatimSymlinks: true });
  return cwd;
}

/** Answers one prompt after several keys, and checks that the prompt is on the screen once. */
async function expectPromptOnce(sitting: Sitting, { message, answer = '', choices }: Prompt): Promise<void> {
  await sitting.sees(`? ${message}`);
  const isOnce = (): void => {
    const { unwrapped } = sitting;
    expect(unwrapped.split(message).length - 1, unwrapped).toBe(1);
  };
  if (choices === undefined) {
    for (const [index, key] of [...typed].entries()) {
      sitting.types(key);
      await sitting.sees(`› ${typed.slice(0, index + 1)}`);
      isOnce();
    }
    sitting.types(backspace.repeat(typed.length) + answer);
  } else {
    for (const choice of [...choices.slice(1), choices[0]]) {
      await sitting.types(keys.down).sees(`❯   ${choice}`);
      isOnce();
    }
  }
  sitting.types(keys.enter);
  await sitting.sees(`✔ ${message}`);
}

/** The input for prompts without a default. */
function answerTo(kind: string, message: string): string {
  if (['command', 'config', 'generator', 'job', 'migration'].includes(kind))
    return message.startsWith('Payload') ? '' : 'some';
  if (message.includes('ields')) return 'title:string';
  return message.includes('ath') ? '/some' : 'Some';
}

describe.each(terminals)('at a terminal of %j', (terminal) => {
  test('each prompt of create-fw-app is on the screen once, whatever is typed', async () => {
    const cwd = await emptyFolder();
    const sitting = new Sitting([], { program: binary, cwd, ...terminal });
    await expectPromptOnce(sitting, { message: 'Project folder' });
    const initials: Record<string, string> = { variant: 'b' };
    for (const { name, message, choices } of FLAGS) {
      if (message === undefined || choices === undefined || name === 'install') continue;
      await expectPromptOnce(sitting, {
        message,
        choices: defaultFirst(choices, initials[name]).map(([value]) => value),
      });
    }
    await expectPromptOnce(sitting, { message: 'Install the dependencies', choices: ['yes', 'no'] });
    await sitting.sees('? Create a git repository');
    if ('rows' in terminal) expect(sitting.isScrolled, sitting.screen).toBe(false);
    expect(await sitting.types(keys.controlC).ends()).toBe(130);
  });

  test.each(GENERATORS)(
    'each prompt of fw generate $kind is on the screen once',
    async ({ kind, variant, questions }) => {
      const cwd = await copyOf(variant ?? 'a');
      // A migration needs a database.
      if (kind === 'migration') {
        await mkdir(join(cwd, 'src/database/migrations'), { recursive: true });
        for (const file of ['tables.ts', 'json.ts', 'migrations/index.ts']) {
          await writeFile(join(cwd, 'src/database', file), '');
        }
      }
      // A job needs the list of jobs.
      if (kind === 'job') await writeFile(join(cwd, 'config/jobs.ts'), '');
      const sitting = new Sitting(['generate'], { cwd, program: fw, ...terminal });
      const kinds = GENERATORS.filter(
        ({ kind: each, ...generator }) =>
          (generator.variant ?? variant ?? 'a') === (variant ?? 'a') &&
          (!['job', 'migration'].includes(each) || each === kind),
      );
      await sitting.sees('? What to generate');
      sitting.types(keys.down.repeat(kinds.findIndex((generator) => generator.kind === kind)) + keys.enter);
      for (const { name, message, choices, initial } of questions) {
        // Without a contract or a payload there is no prompt for a library, and without columns no table.
        if (
          message === undefined ||
          ['route schema', 'command schema', 'job schema', 'migration table'].includes(`${kind} ${name}`)
        )
          continue;
        await expectPromptOnce(sitting, {
          message,
          ...(initial === undefined && { answer: answerTo(kind, message) }),
          ...(choices !== undefined && { choices: Object.keys(choices) }),
        });
      }
      // It installs a package from the registry then.
      if (kind === 'generator') sitting.types(keys.controlC);
      await sitting.ends();
    },
  );

  test('the reason of a rejected answer is on the screen once too, and overwrites no line above', async () => {
    const cwd = await copyOf('b');
    const sitting = new Sitting(['generate', 'service'], { cwd, program: fw, ...terminal });
    (await sitting.sees('? Class')).types(`Clock${keys.enter}`);
    (await sitting.sees('? Services')).types(`none${keys.enter}`);
    (await sitting.sees('"none" is not the id of a service: leave it empty')).types(
      '\u007f'.repeat(4) + keys.enter,
    );
    (await sitting.sees('? Feature')).types(`1 2${keys.enter}`);
    const reason = '"1 2" cannot be used in a file name';
    await sitting.sees(reason);
    for (const text of ['1 2a', '1 2ab', '1 2abc']) await sitting.types(text.slice(-1)).sees(`› ${text}`);
    expect(sitting.unwrapped.split(reason)).toHaveLength(2);
    expect(sitting.unwrapped).toMatch(/^✔ Class .*\n✔ Services .*\n\? Feature/);
    expect(await sitting.types(keys.controlC).ends()).toBe(130);
  });
});

test('no prompt is wider than a terminal of 60 columns', () => {
  const messages = [...FLAGS, ...GENERATORS.flatMap(({ questions }) => questions)].flatMap(
    ({ message }) => message ?? [],
  );
  expect(messages.map((message) => `? ${message} › `).filter((line) => line.length > 60)).toEqual([]);
});
