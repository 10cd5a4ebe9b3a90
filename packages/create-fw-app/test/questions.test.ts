import { PassThrough } from 'node:stream';

import { describe, expect, test } from 'vitest';

import { UsageError } from '../src/errors.ts';
import { completeAnswers } from '../src/questions.ts';
import type { Answers, Given } from '../src/questions.ts';

const enter = '\r';
const down = '\u001b[B';
const escape = '\u001b';
const controlC = '\u0003';
const controlD = '\u0004';

const folderQuestion = 'Folder of the site';
const variantQuestion = 'if you know Express';
const formQuestion = 'routes and pipeline stand in configuration files';
const routerQuestion = 'the radix tree of Fastify';
const nothing: Given = {
  directory: undefined,
  variant: undefined,
  form: undefined,
  router: undefined,
  yes: false,
};
const theRest = { form: 'config', router: 'path-to-regexp' } as const;
const never = new AbortController().signal;
const anyFolder = async (): Promise<void> => {};

const notMySite = async (directory: string): Promise<void> => {
  if (directory === 'my-site') throw new UsageError('my-site is not empty');
};

/** A terminal whose questions are read, and answered key by key. */
class Sitting {
  readonly input: PassThrough = new PassThrough();
  readonly output: PassThrough = new PassThrough();
  #shown = '';

  constructor() {
    this.output.setEncoding('utf8').on('data', (text: string) => (this.#shown += text));
  }

  /** Resolves when `text` is on the screen. */
  async sees(text: string): Promise<this> {
    while (!this.#shown.includes(text)) await new Promise((resolve) => this.output.once('data', resolve));
    return this;
  }

  types(keys: string): this {
    this.#shown = '';
    this.input.write(keys);
    return this;
  }
}

function begin(given: Given, signal: AbortSignal = never): { sitting: Sitting; answers: Promise<Answers> } {
  const sitting = new Sitting();
  return { sitting, answers: completeAnswers(given, sitting, anyFolder, signal) };
}

const cancelled = { status: 'rejected', reason: expect.objectContaining({ exitCode: 130 }) };

/** How the questions end when somebody acts at their terminal. */
async function outcomeOf(
  act: (sitting: Sitting) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<PromiseSettledResult<Answers>> {
  const { sitting, answers } = begin(nothing, signal);
  const [outcome] = await Promise.allSettled([answers, act(sitting)]);
  return outcome;
}

describe('on a terminal', () => {
  test('everything is asked for, and Enter takes the defaults', async () => {
    const { sitting, answers } = begin(nothing);
    (await sitting.sees(folderQuestion)).types(enter);
    (await sitting.sees(variantQuestion)).types(enter);
    (await sitting.sees(formQuestion)).types(enter);
    (await sitting.sees(routerQuestion)).types(enter);
    expect(await answers).toEqual({ directory: 'my-site', variant: 'b', ...theRest });
  });

  test('a folder is typed and the rest chosen with the arrow keys', async () => {
    const { sitting, answers } = begin(nothing);
    (await sitting.sees(folderQuestion)).types(`shop${enter}`);
    (await sitting.sees(variantQuestion)).types(`${down}${enter}`);
    (await sitting.sees(formQuestion)).types(`${down}${enter}`);
    (await sitting.sees(routerQuestion)).types(`${down}${down}${enter}`);
    expect(await answers).toEqual({ directory: 'shop', variant: 'a', form: 'hybrid', router: 'rou3' });
  });

  test('each variant is explained', async () => {
    const { sitting, answers } = begin({ ...nothing, ...theRest, directory: 'shop' });
    await sitting.sees('b  middleware (request, delegate), thrown errors – if you know PSR-15, Koa or Hono');
    await sitting.sees('a  middleware (request, response, next), error middleware – if you know Express');
    sitting.types(enter);
    expect((await answers).variant).toBe('b');
  });

  test('only what is missing is asked for', async () => {
    const { sitting, answers } = begin({ ...nothing, ...theRest, variant: 'a' });
    (await sitting.sees(folderQuestion)).types(enter);
    expect(await answers).toEqual({ directory: 'my-site', variant: 'a', ...theRest });
  });

  test('a folder that cannot be used is asked for again, with the reason', async () => {
    const sitting = new Sitting();
    const answers = completeAnswers({ ...nothing, ...theRest, variant: 'b' }, sitting, notMySite, never);
    (await sitting.sees(folderQuestion)).types(enter);
    (await sitting.sees('my-site is not empty')).types(`-2${enter}`);
    expect((await answers).directory).toBe('my-site-2');
  });
});

describe('the questions are cancelled', () => {
  test.each([
    ['Ctrl-C', controlC],
    ['Ctrl-D', controlD],
    ['Esc', escape],
  ])('by %s at the first', async (_, key) => {
    const outcome = await outcomeOf(async (sitting) => {
      (await sitting.sees(folderQuestion)).types(`shop${key}`);
    });
    expect(outcome).toEqual(cancelled);
  });

  test.each([
    ['Ctrl-C', controlC],
    ['Esc', escape],
  ])('by %s at the second, whatever was answered before', async (_, key) => {
    const outcome = await outcomeOf(async (sitting) => {
      (await sitting.sees(folderQuestion)).types(enter);
      (await sitting.sees(variantQuestion)).types(key);
    });
    expect(outcome).toEqual(cancelled);
  });

  test('by the end of input at a question', async () => {
    const outcome = await outcomeOf(async (sitting) => {
      (await sitting.sees(folderQuestion)).input.end();
    });
    expect(outcome).toEqual(cancelled);
  });

  test('by the end of input right behind an answer', async () => {
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

describe('nothing is asked', () => {
  test.each<[Partial<Given>, Answers]>([
    [{}, { directory: 'my-site', variant: 'b', ...theRest }],
    [{ variant: 'a' }, { directory: 'my-site', variant: 'a', ...theRest }],
    [
      { directory: 'shop', router: 'rou3' },
      { directory: 'shop', variant: 'b', form: 'config', router: 'rou3' },
    ],
  ])('under --yes, which takes the defaults for what is missing: %j', async (given, answers) => {
    const sitting = new Sitting();
    expect(await completeAnswers({ ...nothing, ...given, yes: true }, sitting, anyFolder, never)).toEqual(
      answers,
    );
  });

  test('without a terminal, where form and router have defaults', async () => {
    const given = { ...nothing, directory: 'shop', variant: 'a' } as const;
    expect(await completeAnswers(given, undefined, anyFolder, never)).toEqual({
      directory: 'shop',
      variant: 'a',
      ...theRest,
    });
  });

  test.each<[Partial<Given>, string]>([
    [{ directory: 'shop' }, '--variant is missing: pass --variant a or --variant b, or --yes for b.'],
    [{ variant: 'a' }, 'The folder is missing: pass its name, as in my-site, or --yes for my-site.'],
    [
      {},
      'The folder and --variant are missing: pass both, as in my-site --variant a or my-site --variant b, or --yes for my-site and b.',
    ],
  ])('without a terminal, where a missing answer is an error: %j', async (given, sentence) => {
    const answers = completeAnswers({ ...nothing, ...given }, undefined, anyFolder, never);
    await expect(answers).rejects.toMatchObject({ message: sentence, exitCode: 2 });
  });
});
