import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { FlagSchema } from '../../../src/features/command/flags.ts';
import { type Command, command } from '../../../src/features/command/index.ts';
import { call, type Called } from './call.ts';

const libraries: Readonly<Record<string, Command<never>>> = {
  zod: command({
    name: 'import',
    flags: z.object({
      file: z.string().describe('The file to import'),
      dryRun: z.boolean().default(false),
      limit: z.int().optional(),
      tag: z.array(z.string()).optional(),
      page: z.array(z.number()).optional(),
      state: z.enum(['draft', 'published']).default('draft'),
      notify: z.boolean().default(true),
    }),
  }).handle(({ flags }) => JSON.stringify(flags)),
  arktype: command({
    name: 'import',
    flags: type({
      file: type('string').describe('the file to import'),
      dryRun: 'boolean = false',
      'limit?': 'number.integer',
      'tag?': 'string[]',
      'page?': 'number[]',
      state: "'draft' | 'published' = 'draft'",
      notify: 'boolean = true',
    }),
  }).handle(({ flags }) => JSON.stringify(flags)),
  valibot: command({
    name: 'import',
    flags: toStandardJsonSchema(
      v.object({
        file: v.pipe(v.string(), v.description('The file to import')),
        dryRun: v.optional(v.boolean(), false),
        limit: v.optional(v.pipe(v.number(), v.integer())),
        tag: v.optional(v.array(v.string())),
        page: v.optional(v.array(v.number())),
        state: v.optional(v.picklist(['draft', 'published']), 'draft'),
        notify: v.optional(v.boolean(), true),
      }),
    ),
  }).handle(({ flags }) => JSON.stringify(flags)),
};

const defaults = { file: 'posts.json', dryRun: false, state: 'draft', notify: true };

describe.each(Object.entries(libraries))('flags of a schema of %s', (_, importing) => {
  const run = (...args: string[]): Promise<Called> => call([importing], ['import', ...args]);

  test.each<[string[], object]>([
    [['--file', 'posts.json'], {}],
    [['--file=posts.json', '--dry-run', '--no-notify'], { dryRun: true, notify: false }],
    [['--file=posts.json', '--limit', '7'], { limit: 7 }],
    [['--file=posts.json', '--limit=-7'], { limit: -7 }],
    [['--file=posts.json', '--tag', 'a', '--tag=7'], { tag: ['a', '7'] }],
    [['--file=posts.json', '--tag', 'a'], { tag: ['a'] }],
    [['--file=posts.json', '--page', '2', '--page', '1.5'], { page: [2, 1.5] }],
    [['--file=posts.json', '--state', 'published'], { state: 'published' }],
    [['--file', 'posts.json', '--dry-run', '--dry-run'], { dryRun: true }],
    [['--file='], { file: '' }],
    [['--file', '7'], { file: '7' }],
  ])('%j', async (args, flags) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({ ...defaults, ...flags });
  });

  test.each<[string[], RegExp]>([
    [[], /^--file is required\.$/],
    [['--file=x', '--limit', 'many'], /^--limit: .*number/],
    [['--file=x', '--limit', '1.5'], /^--limit: .*int/i],
    [['--file=x', '--limit', ''], /^--limit: .*number/],
    [['--file=x', '--state', 'gone'], /^--state: .*draft.*published/],
    [
      ['--limit', 'many'],
      /^--file is required\.\n--limit: .*number|^--limit: .*number.*\n--file is required\.$/,
    ],
    [['--fil', 'x'], /^There is no flag "--fil"; did you mean "--file"\?$/],
    [['--unknown'], /^There is no flag "--unknown"; see --help\.$/],
    [['--dryRun'], /^There is no flag "--dryRun"; did you mean "--dry-run"\?$/],
    [['--no-file'], /^There is no flag "--no-file"/],
    [['--file', 'a', '--file=b'], /^--file takes one value, and was passed twice\.$/],
    [['--file=x', '--limit=1', '--limit=1'], /^--limit takes one value, and was passed twice\.$/],
    [['--file'], /^Option '--file <value>' argument missing\.$/],
    [['--limit', '-7'], /^Option '--limit' argument is ambiguous\..*use '--limit=-XYZ'\.$/s],
    [['--dry-run=yes'], /^Option '--dry-run' does not take an argument\.$/],
    [['posts.json'], /^Unexpected argument 'posts\.json'\. .* positional arguments\.$/],
    [['--', '--file', 'x'], /^Unexpected argument '--file'/],
  ])('%j is a wrong call (C11)', async (args, message) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('--help lists them, and runs nothing', async () => {
    const { code, stdout } = await run('--help');
    // The JSON Schema of arktype has no defaults, and the order of the flags is the library's.
    const lines = stdout.split('\n').map((line) => line.replace(/ +\(default: .*\)$/, ''));
    expect(code).toBe(0);
    expect(lines.slice(0, 3)).toEqual(['Usage: import [flags]', '', 'Flags:']);
    expect(new Set(lines.slice(3))).toEqual(
      new Set([
        expect.stringMatching(/^ {2}--file <string> {12}the file to import \(required\)$/i),
        '  --dry-run',
        '  --limit <number>',
        '  --tag <string> …',
        '  --page <number> …',
        '  --state <draft|published>',
        '  --notify',
        '  --json                     prints the result as JSON',
        '  -h, --help                 prints this help',
      ]),
    );
  });
});

test.each<[string, FlagSchema]>([
  ['zod', z.object({ dryRun: z.boolean() })],
  ['arktype', type({ dryRun: 'boolean' })],
  ['valibot', toStandardJsonSchema(v.object({ dryRun: v.boolean() }))],
])('a required boolean of %s is a switch, which is false when it is absent', async (_, flags) => {
  const importing = command({ name: 'import', flags }).handle((input) => input.flags);
  const run = (...args: string[]): Promise<Called> => call([importing], ['import', '--json', ...args]);

  expect(JSON.parse((await run()).stdout)).toEqual({ dryRun: false });
  expect(JSON.parse((await run('--dry-run')).stdout)).toEqual({ dryRun: true });
  expect((await run('--help')).stdout).toMatch(/^ {2}--dry-run$/m);
});

test('--help shows the summary and the defaults', async () => {
  const flags = z.object({ dryRun: z.boolean().default(false).describe('Changes nothing') });
  const importing = command({ name: 'import', summary: 'Imports posts', flags }).handle(() => {});
  const { stdout } = await call([importing], ['import', '-h']);
  expect(stdout).toBe(
    [
      'Imports posts',
      '',
      'Usage: import [flags]',
      '',
      'Flags:',
      '  --dry-run   Changes nothing (default: false)',
      '  --json      prints the result as JSON',
      '  -h, --help  prints this help',
    ].join('\n'),
  );
});

test('a command without a schema has no flags of its own', async () => {
  const hello = command({ name: 'hello' }).handle(({ flags }) => flags);
  expect(await call([hello], ['hello', '--json'])).toEqual({ code: 0, stdout: '{}', stderr: '' });
  expect(await call([hello], ['hello', '--loud'])).toMatchObject({
    code: 2,
    stderr: 'There is no flag "--loud"; see --help.',
  });
});

test('a transformed value reaches the function', async () => {
  const flags = z.object({ day: z.iso.date().transform((day) => new Date(day)) });
  const since = command({ name: 'since', flags }).handle(({ flags: { day } }) => day.toISOString());
  expect(await call([since], ['since', '--day', '2026-01-31'])).toMatchObject({
    stdout: '2026-01-31T00:00:00.000Z',
  });
});

test('an error of the whole object is printed with the message of the schema', async () => {
  const flags = z
    .object({ from: z.number(), to: z.number() })
    .refine(({ from, to }) => from < to, 'from must be below to');
  const range = command({ name: 'range', flags }).handle(() => 'done');
  expect(await call([range], ['range', '--from=2', '--to=1'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'from must be below to',
  });
});

test.each([
  [
    z.object({ json: z.string() }),
    'The schema of the flags has the key "json", but every command has the flag --json: rename the key.',
  ],
  [z.object({ help: z.string() }), /has the key "help"/],
  [z.string(), 'The schema of the flags must be an object.'],
  [z.object({ since: z.date() }), /^The schema of the flags has no JSON Schema: Date cannot be/],
  [
    v.object({ file: v.string() }),
    'The schema of the flags has no JSON Schema: wrap it in a function that adds it to schemas of valibot.',
  ],
])('a schema that cannot be flags is an error of the command: %#', async (flags, message) => {
  const wrong = command({ name: 'wrong', flags: flags as never }).handle(() => 'ran');
  expect(await call([wrong], ['wrong'])).toEqual({
    code: 1,
    stdout: '',
    stderr: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});
