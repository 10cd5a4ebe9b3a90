import { describe, expect, test } from 'vitest';
import { UsageError } from '#command-line/errors';
import type { Answers } from '#command-line/flag';
import type { ProjectChoices } from '../src/options.ts';
import type { ProjectFolder } from '../src/project-folder.ts';
import { anyFolder, begin, type Sitting } from './prompting.ts';

const enter = '\r';
const down = '\u001b[B';
const escape = '\u001b';
const controlC = '\u0003';
const controlD = '\u0004';

const folderQuestion = 'Project folder';
const variantQuestion = 'a  (request, response, next)';
const formQuestion = 'in configuration files, which are merged';
const routerQuestion = 'the radix-tree router of Fastify';
const packageManagerQuestion = 'stores each package once';
const installQuestion = 'then the app can start immediately';
const gitQuestion = 'with a first commit';
/** The defaults, besides the folder and the variant. */
const theRest = {
  form: 'config',
  router: 'tree',
  target: 'node',
  packageManager: 'npm',
  install: true,
  git: true,
} as const;
/** The defaults as answers. */
const otherChoices = {
  form: 'config',
  router: 'tree',
  'package-manager': 'npm',
  install: 'yes',
  git: 'yes',
};

async function withoutName(directory: string): Promise<ProjectFolder> {
  if (directory === 'my-site') throw new UsageError('my-site is not empty');
  return anyFolder(directory);
}

/** Answers in the order that is easiest to read in an expectation. */
async function plainly(answers: Promise<ProjectChoices>): Promise<object> {
  const { folder, ...rest } = await answers;
  return { directory: folder.directory, ...rest };
}

const cancelled = { status: 'rejected', reason: expect.objectContaining({ exitCode: 130 }) };

/** The outcome of the prompts when a user types keys at the terminal. */
async function outcomeOf(
  act: (sitting: Sitting) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<PromiseSettledResult<ProjectChoices>> {
  const { sitting, answers } = begin({}, signal === undefined ? {} : { signal });
  const [outcome] = await Promise.allSettled([answers, act(sitting)]);
  return outcome;
}

describe('on a terminal', () => {
  test('every choice is prompted for, and Enter accepts the defaults', async () => {
    const { sitting, answers } = begin({});
    (await sitting.sees(folderQuestion)).types(enter);
    (await sitting.sees(variantQuestion)).types(enter);
    (await sitting.sees(formQuestion)).types(enter);
    (await sitting.sees(routerQuestion)).types(enter);
    (await sitting.sees(packageManagerQuestion)).types(enter);
    (await sitting.sees(installQuestion)).types(enter);
    (await sitting.sees(gitQuestion)).types(enter);
    expect(await plainly(answers)).toEqual({ directory: 'my-site', variant: 'b', ...theRest });
  });

  test('a folder is typed and the rest selected with the arrow keys', async () => {
    const { sitting, answers } = begin({});
    (await sitting.sees(folderQuestion)).types(`shop${enter}`);
    (await sitting.sees(variantQuestion)).types(`${down}${enter}`);
    (await sitting.sees(formQuestion)).types(`${down}${enter}`);
    (await sitting.sees(routerQuestion)).types(`${down}${down}${enter}`);
    (await sitting.sees(packageManagerQuestion)).types(`${down}${enter}`);
    (await sitting.sees(installQuestion)).types(`${down}${enter}`);
    (await sitting.sees(gitQuestion)).types(`${down}${enter}`);
    expect(await plainly(answers)).toEqual({
      directory: 'shop',
      variant: 'a',
      form: 'hybrid',
      router: 'rou3',
      target: 'node',
      packageManager: 'pnpm',
      install: false,
      git: false,
    });
  });

  test('each variant is explained', async () => {
    const { sitting, answers } = begin({ ...otherChoices, folder: 'shop' });
    await sitting.sees('For people from Koa, Hono or PSR-15');
    await sitting.sees('For people from double-pass middleware');
    sitting.types(enter);
    expect((await answers).variant).toBe('b');
  });

  test('the routers are those that the target supports', async () => {
    const { router: _, ...given } = { ...otherChoices, folder: 'shop', variant: 'b', target: 'workers' };
    const { sitting, answers } = begin(given);
    (await sitting.sees('rou3            the radix-tree router of Nitro and h3')).types(`${down}${enter}`);
    expect(await plainly(answers)).toMatchObject({ router: 'rou3', target: 'workers' });
  });

  test('only missing choices are prompted for', async () => {
    const { sitting, answers } = begin({ ...otherChoices, variant: 'a' });
    (await sitting.sees(folderQuestion)).types(enter);
    expect(await plainly(answers)).toEqual({ directory: 'my-site', variant: 'a', ...theRest });
  });

  test('an unusable folder is prompted for again, with the reason', async () => {
    const { sitting, answers } = begin({ ...otherChoices, variant: 'b' }, { resolveFolder: withoutName });
    (await sitting.sees(folderQuestion)).types(enter);
    (await sitting.sees('my-site is not empty')).types(`-2${enter}`);
    expect((await answers).folder.directory).toBe('my-site-2');
  });

  test('an unusable folder argument is rejected before any prompt', async () => {
    const { answers } = begin({ folder: 'my-site' }, { resolveFolder: withoutName });
    await expect(answers).rejects.toThrow('my-site is not empty');
  });

  test('Enter accepts the package manager that started the program', async () => {
    const { 'package-manager': _, ...given } = { ...otherChoices, folder: 'shop', variant: 'a' };
    const { sitting, answers } = begin(given, { packageManager: 'yarn' });
    (await sitting.sees(packageManagerQuestion)).types(enter);
    expect((await answers).packageManager).toBe('yarn');
  });

  test('Enter creates no repository inside another repository', async () => {
    const { git: _, ...given } = { ...otherChoices, folder: 'shop', variant: 'a' };
    const { sitting, answers } = begin(given, {
      resolveFolder: (directory) => anyFolder(directory, '/home/me'),
    });
    (await sitting.sees('the project is part of the repository in /home/me')).types(enter);
    expect((await answers).git).toBe(false);
  });
});

test('an empty string is rejected as a folder', async () => {
  const { answers } = begin({ folder: '' }, { yes: true });
  await expect(answers).rejects.toThrow('The folder is empty: pass a name, as in my-site.');
});

describe('the prompts are cancelled', () => {
  test.each([
    ['Ctrl-C', controlC],
    ['Ctrl-D', controlD],
    ['Esc', escape],
  ])('by %s at the first prompt', async (_, key) => {
    const outcome = await outcomeOf(async (sitting) => {
      (await sitting.sees(folderQuestion)).types(`shop${key}`);
    });
    expect(outcome).toEqual(cancelled);
  });

  test.each([
    ['Ctrl-C', controlC],
    ['Esc', escape],
  ])('by %s at the second prompt, after any answer', async (_, key) => {
    const outcome = await outcomeOf(async (sitting) => {
      (await sitting.sees(folderQuestion)).types(enter);
      (await sitting.sees(variantQuestion)).types(key);
    });
    expect(outcome).toEqual(cancelled);
  });

  test('by the end of input at a prompt', async () => {
    const outcome = await outcomeOf(async (sitting) => {
      (await sitting.sees(folderQuestion)).input.end();
    });
    expect(outcome).toEqual(cancelled);
  });

  test('by the end of input directly after an answer', async () => {
    const outcome = await outcomeOf(async (sitting) => {
      (await sitting.sees(folderQuestion)).types(`shop${enter}`).input.end();
    });
    expect(outcome).toEqual(cancelled);
  });

  test('by a signal', async () => {
    const cancellation = new AbortController();
    const outcome = await outcomeOf(async (sitting) => {
      await sitting.sees(folderQuestion);
      cancellation.abort();
    }, cancellation.signal);
    expect(outcome).toEqual(cancelled);
  });
});

describe('there are no prompts', () => {
  test.each<[Answers, object]>([
    [{}, { directory: 'my-site', variant: 'b', ...theRest }],
    [{ variant: 'a' }, { directory: 'my-site', variant: 'a', ...theRest }],
    [
      { folder: 'shop', router: 'rou3', git: 'no' },
      { ...theRest, directory: 'shop', variant: 'b', router: 'rou3', git: false },
    ],
  ])('with --yes, which accepts the defaults of missing choices: %j', async (given, expected) => {
    expect(await plainly(begin(given, { yes: true }).answers)).toEqual(expected);
  });

  test('without a terminal, where everything but the folder and the variant has a default', async () => {
    const { answers } = begin({ folder: 'shop', variant: 'a' }, { terminal: undefined });
    expect(await plainly(answers)).toEqual({ directory: 'shop', variant: 'a', ...theRest });
  });

  test('and no repository is created inside another repository, unless requested', async () => {
    const inside = {
      resolveFolder: (directory: string) => anyFolder(directory, '/home/me'),
      terminal: undefined,
      yes: true,
    };
    expect((await begin({}, inside).answers).git).toBe(false);
    expect((await begin({ git: 'yes' }, inside).answers).git).toBe(true);
  });

  test.each<[Answers, string, object[]]>([
    [
      { folder: 'shop' },
      '--variant <a|b> is missing, and there is no terminal for prompts: pass it, or --yes for b.',
      [{ flag: '--variant', choices: ['a', 'b'] }],
    ],
    [
      { variant: 'a' },
      '<folder> is missing, and there is no terminal for prompts: pass it, or --yes for my-site.',
      [{ argument: '<folder>', example: 'my-site' }],
    ],
    [
      {},
      '<folder> and --variant <a|b> are missing, and there is no terminal for prompts: pass them, or --yes for my-site and b.',
      [
        { argument: '<folder>', example: 'my-site' },
        { flag: '--variant', choices: ['a', 'b'] },
      ],
    ],
  ])('without a terminal, where a missing answer is an error: %j', async (given, message, needs) => {
    const { answers } = begin(given, { terminal: undefined });
    await expect(answers).rejects.toMatchObject({ message, exitCode: 2, needs });
  });
});
