import { describe, expect, test } from 'vitest';
import { checkProgram } from './program.ts';

describe('an editor shows plain types of the configuration', () => {
  test("without a schema, and with a project's schema", () => {
    const { errors, shown } = checkProgram(`
      import { loadConfig } from 'fw-runtime/b';
      import { object, optional, string } from 'valibot';
      const /*?*/ plain = await loadConfig({ cwd: '.' });
      const /*?*/ config = await loadConfig({ cwd: '.', schema: object({ mail: object({ from: string(), cc: optional(string()) }) }) });
      const /*?*/ mail = config.mail;
      const /*?*/ port = config.server?.port;
      const /*?*/ other = config['other'];
    `);
    expect(errors).toEqual([]);
    expect(shown).toEqual({
      plain: 'Config<RouteConfig<unknown>, unknown>',
      config: 'Config<RouteConfig<unknown>, unknown> & { mail: { from: string; cc?: string | undefined; }; }',
      mail: '{ from: string; cc?: string | undefined; }',
      port: 'number | undefined',
      other: 'unknown',
    });
  });

  test('of variables of the environment', () => {
    const { errors, shown } = checkProgram(`
      import { env } from 'fw-runtime';
      import { picklist } from 'valibot';
      export const /*?*/ read = env({
        DATABASE_URL: String,
        POOL: Number,
        DEBUG: Boolean,
        REGION: 'eu',
        RETRIES: 3,
        QUIET: false,
        SENTRY: undefined,
        CALLBACK: (text) => new URL(text),
        LEVEL: picklist(['low', 'high']),
      });
      export const /*?*/ pool = read.POOL;
    `);
    expect(errors).toEqual([]);
    expect(shown).toEqual({
      read:
        '{ readonly DATABASE_URL: string; readonly POOL: number; readonly DEBUG: boolean; readonly REGION: string; ' +
        'readonly RETRIES: number; readonly QUIET: boolean; readonly SENTRY: string | undefined; ' +
        'readonly CALLBACK: URL; readonly LEVEL: "high" | "low"; }',
      pool: 'number',
    });
  });
});

describe('an error names what is wrong', () => {
  test.each([
    [
      "await loadConfig({ cmd: '.' });",
      /^Object literal may only specify known properties,.* 'cmd' does not exist in type/,
    ],
    [
      "await loadConfig({ cwd: '.', schema: string() });",
      /^Type 'StringSchema<undefined>' is not assignable to type/,
    ],
    ["const made: { mail: string } = await loadConfig({ cwd: '.' });", /^Property 'mail' is missing in type/],
    ['env({ KEY: null });', /^Type 'null' is not assignable to type 'EnvVariable'/],
    ['env({ KEY: String }).KYE;', /^Property 'KYE' does not exist on type '\{ readonly KEY: string; \}'/],
  ])('%s', (line, message) => {
    const { errors } = checkProgram(`
      import { env, loadConfig } from 'fw-runtime';
      import { string } from 'valibot';
      export const used = [env, loadConfig, string];
      ${line}
    `);
    expect(errors).toEqual([expect.stringMatching(message)]);
  });
});
