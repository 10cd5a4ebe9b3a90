// Configuration files read the environment by `env`.
import * as v from 'valibot';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { ConfigError, env, InvalidArgumentError, loadConfig } from '../../../src/index.ts';
import { site } from './project-folder.ts';

const runtime = new URL('../../../src/index.ts', import.meta.url).href;

afterEach(() => {
  vi.unstubAllEnvs();
});

function set(variables: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(variables)) vi.stubEnv(name, text);
}

function errorOf(read: () => unknown): ConfigError {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error as ConfigError;
  }
  throw new Error('Nothing was thrown.');
}

describe('variables of the environment', () => {
  test('are read by their types', () => {
    set({ SITE_URL: 'postgres://db', SITE_POOL: ' 12 ', SITE_DEBUG: 'true' });
    const read = env({ SITE_URL: String, SITE_POOL: Number, SITE_DEBUG: Boolean });
    expect(read).toEqual({ SITE_URL: 'postgres://db', SITE_POOL: 12, SITE_DEBUG: true });
    expectTypeOf(read).toEqualTypeOf<{
      readonly SITE_URL: string;
      readonly SITE_POOL: number;
      readonly SITE_DEBUG: boolean;
    }>();
  });

  test.for([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ] as const)('are flags as %s', ([text, flag]) => {
    set({ SITE_FLAG: text });
    expect(env({ SITE_FLAG: Boolean })).toEqual({ SITE_FLAG: flag });
  });

  test('are a default of the same type where they are absent or empty', () => {
    set({ SITE_EMPTY: '' });
    const read = env({ SITE_EMPTY: 'eu', SITE_POOL: 10, SITE_DEBUG: true, SITE_DSN: undefined });
    expect(read).toEqual({ SITE_EMPTY: 'eu', SITE_POOL: 10, SITE_DEBUG: true, SITE_DSN: undefined });
    expectTypeOf(read.SITE_POOL).toEqualTypeOf<number>();
    expectTypeOf(read.SITE_DSN).toEqualTypeOf<string | undefined>();
    set({ SITE_EMPTY: 'us', SITE_POOL: '3', SITE_DEBUG: '0', SITE_DSN: 'https://x' });
    expect(env({ SITE_EMPTY: 'eu', SITE_POOL: 10, SITE_DEBUG: true, SITE_DSN: undefined })).toEqual({
      SITE_EMPTY: 'us',
      SITE_POOL: 3,
      SITE_DEBUG: false,
      SITE_DSN: 'https://x',
    });
  });

  test('are named by an error about an empty secret, as long as they are empty', () => {
    const fault = { path: 'jwt.key', expected: 'a secret of 32 bytes or more', received: 'one of 0 bytes' };
    set({ SITE_SECRET: '' });
    env({ SITE_SECRET: '' });
    expect(new ConfigError([fault]).message).toBe(
      'The configuration has an error:\n- jwt.key: expected a secret of 32 bytes or more, received one of 0 bytes\n' +
        'Not set, or empty: process.env.SITE_SECRET.',
    );
    expect(new ConfigError([{ ...fault, received: 'one of 5 bytes' }]).message).not.toContain('SITE_SECRET');
    set({ SITE_SECRET: 'x' });
    env({ SITE_SECRET: '' });
    expect(new ConfigError([fault]).message).not.toContain('SITE_SECRET');
  });

  test("are created by the project's converter", () => {
    set({ SITE_URL: 'https://example.com/x' });
    const read = env({ SITE_URL: (text) => new URL(text) });
    expect(read.SITE_URL.host).toBe('example.com');
    expectTypeOf(read.SITE_URL).toEqualTypeOf<URL>();
  });

  test("are created by the project's schema, which gets undefined if they are absent or empty", () => {
    set({ SITE_LEVEL: 'high', SITE_EMPTY: '' });
    const Level = v.optional(v.picklist(['low', 'high']), 'low');
    const read = env({ SITE_LEVEL: Level, SITE_EMPTY: Level, SITE_NONE: v.optional(v.string()) });
    expect(read).toEqual({ SITE_LEVEL: 'high', SITE_EMPTY: 'low', SITE_NONE: undefined });
    expectTypeOf(read.SITE_LEVEL).toEqualTypeOf<'low' | 'high'>();
  });

  test('are not those that an object has by itself', () => {
    expect(env({ constructor: undefined })).toEqual({ constructor: undefined });
  });

  test('are all absent where there is no process', () => {
    vi.stubGlobal('process', undefined);
    try {
      expect(env({ PATH: 'none' })).toEqual({ PATH: 'none' });
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('variables that are missing or malformed', () => {
  test('are reported all at once', () => {
    set({ SITE_POOL: 'ten', SITE_BLANK: ' ', SITE_DEBUG: 'yes', SITE_RETRIES: '3x', SITE_EMPTY: '' });
    const error = errorOf(() =>
      env({
        SITE_URL: String,
        SITE_EMPTY: String,
        SITE_MAKE: (text) => text,
        SITE_POOL: Number,
        SITE_BLANK: Number,
        SITE_NUMBER: Number,
        SITE_DEBUG: Boolean,
        SITE_FLAG: Boolean,
        SITE_RETRIES: 3,
      }),
    );
    expect(error.message.split('\n')).toEqual([
      'The configuration has 9 errors:',
      '- process.env.SITE_URL: expected a string, received nothing',
      '- process.env.SITE_EMPTY: expected a string, received nothing',
      '- process.env.SITE_MAKE: expected a string, received nothing',
      '- process.env.SITE_POOL: expected a number, received "ten"',
      '- process.env.SITE_BLANK: expected a number, received " "',
      '- process.env.SITE_NUMBER: expected a number, received nothing',
      '- process.env.SITE_DEBUG: expected true, false, 1 or 0, received "yes"',
      '- process.env.SITE_FLAG: expected true, false, 1 or 0, received nothing',
      '- process.env.SITE_RETRIES: expected a number, received "3x"',
    ]);
  });

  test('of a converter or a schema are not shown, since they may be secrets', () => {
    set({ SITE_KEY: 'hunter2', SITE_TOKEN: 'hunter2', SITE_PIN: '7' });
    const error = errorOf(() =>
      env({
        SITE_KEY: () => {
          throw new Error('A key has 32 characters.');
        },
        SITE_TOKEN: v.pipe(v.string(), v.minLength(32, 'Too short'), v.regex(/^[a-f]+$/, 'Not hexadecimal')),
        SITE_PIN: v.pipe(v.string(), v.minLength(4, 'Too short')),
        SITE_NONE: v.string('No text'),
      }),
    );
    expect(error.message.split('\n').slice(1)).toEqual([
      '- process.env.SITE_KEY: A key has 32 characters, received a string of 7 characters',
      '- process.env.SITE_TOKEN: Too short; Not hexadecimal, received a string of 7 characters',
      '- process.env.SITE_PIN: Too short, received a string of 1 character',
      '- process.env.SITE_NONE: No text, received nothing',
    ]);
  });

  test('are reported with the files that need them, and with all other errors', async () => {
    const cwd = await site({
      'a.global.mjs': `import { env } from '${runtime}'; export default { db: env({ SITE_URL: String, SITE_POOL: Number }) };`,
      'b.global.mjs': `import { env } from '${runtime}'; export default { mail: env({ SITE_MAIL: String }) };`,
      'c.global.json': '{"debug":"yes"}',
    });
    set({ SITE_POOL: 'ten' });
    await expect(loadConfig({ cwd })).rejects.toThrow(
      new ConfigError([
        {
          file: 'config/autoload/a.global.mjs',
          path: 'process.env.SITE_URL',
          expected: 'a string',
          received: 'nothing',
        },
        {
          file: 'config/autoload/a.global.mjs',
          path: 'process.env.SITE_POOL',
          expected: 'a number',
          received: '"ten"',
        },
        {
          file: 'config/autoload/b.global.mjs',
          path: 'process.env.SITE_MAIL',
          expected: 'a string',
          received: 'nothing',
        },
        {
          file: 'config/autoload/c.global.json',
          path: 'debug',
          expected: 'true, false or "everyone"',
          received: '"yes"',
        },
      ]),
    );
  });

  test('are reported once if several files import a module that needs them', async () => {
    const cwd = await site({
      'config/env.mjs': `import { env } from '${runtime}'; export const { SITE_URL } = env({ SITE_URL: String });`,
      'a.global.mjs': `import { SITE_URL } from '../env.mjs'; export default { a: SITE_URL };`,
      'b.global.mjs': `import { SITE_URL } from '../env.mjs'; export default { b: SITE_URL };`,
    });
    const message =
      'The configuration has an error:\n- config/autoload/a.global.mjs: process.env.SITE_URL: expected a string, received nothing';
    await expect(loadConfig({ cwd })).rejects.toThrow(message);
    await expect(loadConfig({ cwd })).rejects.toHaveProperty('faults.length', 1);
  });

  test('cannot be judged by a schema that takes time', () => {
    const schema = v.pipeAsync(
      v.string(),
      v.checkAsync(async () => true),
    );
    expect(() => env({ SITE_URL: schema })).toThrow(InvalidArgumentError);
    expect(() => env({ SITE_URL: schema })).toThrow(
      /^The argument SITE_URL of env\(\) must be a schema that validates synchronously, not an object/,
    );
  });
});
