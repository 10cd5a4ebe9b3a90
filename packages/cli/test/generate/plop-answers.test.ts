import { describe, expect, test } from 'vitest';
import {
  answersFromDefaults,
  answersFromFlags,
  flagsOfPrompts,
  type PlopPrompt,
} from '../../src/generate/plop-answers.ts';

const format: PlopPrompt = {
  name: 'format',
  type: 'list',
  message: 'Format',
  choices: [{ type: 'separator' }, { name: 'HTML', value: 'html' }, { name: 'JSON feed', value: 'feed' }],
};
const cached: PlopPrompt = { name: 'cached', type: 'confirm', message: () => 'Cached' };
const size: PlopPrompt = { name: 'size', type: 'number', message: 'Size' };
const tags: PlopPrompt = { name: 'tags', type: 'checkbox', message: 'Tags', choices: () => ['new', 'sale'] };
const key: PlopPrompt = { name: 'key', type: 'expand', choices: [{ key: 'y', name: 'Yes', value: 1 }] };
const prompts = [format, cached, size, tags, key];

describe('the flags of the prompts of a plopfile', () => {
  test('have the messages and choices of the prompts as help', () => {
    expect(flagsOfPrompts(prompts)).toEqual([
      { name: 'format', placeholder: '<choice>', help: 'Format (html or feed)' },
      { name: 'cached', placeholder: '<yes|no>', help: 'the answer cached' },
      { name: 'size', placeholder: '<number>', help: 'Size' },
      { name: 'tags', placeholder: '<choices>', help: 'Tags' },
      { name: 'key', placeholder: '<choice>', help: 'the answer key (1)' },
    ]);
  });

  test.each([
    ['format', 'feed', 'feed'],
    ['format', 'JSON feed', 'feed'],
    ['cached', 'yes', true],
    ['cached', 'no', false],
    ['size', '1.5', 1.5],
    ['tags', 'sale, new', ['sale', 'new']],
    ['tags', '', []],
    ['key', 'y', 1],
  ])('--%s %j is %j', async (name, text, value) => {
    expect(await answersFromFlags(prompts, { [name]: text })).toEqual({ [name]: value });
  });

  test.each([
    ['format', 'pdf', '--format "pdf" is not a choice: choose html or feed.'],
    ['tags', 'new,old', '--tags "old" is not a choice: choose new or sale.'],
    ['cached', 'maybe', '--cached is yes or no, not "maybe".'],
    ['size', 'big', '--size is a number, not "big".'],
    ['size', '', '--size is a number, not "".'],
  ])('--%s %j is rejected', async (name, text, message) => {
    await expect(answersFromFlags(prompts, { [name]: text })).rejects.toMatchObject({ message, exitCode: 2 });
  });

  test('are checked by validate, and then changed by filter, which get the earlier answers', async () => {
    const name: PlopPrompt = {
      name: 'name',
      validate: (value, { size }) => String(value).length <= Number(size) || 'it is too long',
      filter: (value, { size }) => `${value}/${size}`,
    };
    expect(await answersFromFlags([size, name], { size: '3', name: 'abc' })).toEqual({
      size: 3,
      name: 'abc/3',
    });
    await expect(answersFromFlags([size, name], { size: '2', name: 'abc' })).rejects.toThrow(
      '--name: it is too long',
    );
  });

  test('are converted by the bypass of a prompt of another type', async () => {
    const date: PlopPrompt = { name: 'date', type: 'date', bypass: (text) => new Date(text) };
    expect(await answersFromFlags([date], { date: '2026-01-02' })).toEqual({ date: new Date('2026-01-02') });
  });
});

describe('answers without prompts', () => {
  test('are the defaults of the prompts that apply, which may depend on earlier answers', async () => {
    const asked: PlopPrompt[] = [
      { ...format, default: 1 },
      { ...cached, default: true, when: ({ format }: { format: string }) => format === 'html' },
      { ...size, default: ({ format }: { format: string }) => format.length },
      { ...key, default: 'y' },
      { ...tags, when: false },
    ];
    expect(await answersFromDefaults(asked, {})).toEqual({ format: 'feed', size: 4, key: 1 });
    expect(await answersFromDefaults(asked, { format: 'html' })).toMatchObject({ cached: true });
  });

  test('are required if a prompt has no default', async () => {
    await expect(answersFromDefaults(prompts, { cached: true, size: 1 })).rejects.toMatchObject({
      message:
        '--format <choice>, --tags <choices> and --key <choice> are missing, and there are no prompts: pass them.',
      needs: [{ flag: '--format' }, { flag: '--tags' }, { flag: '--key' }],
      exitCode: 2,
    });
  });
});
