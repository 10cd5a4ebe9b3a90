// A schema of the project checks the keys that the framework does not read.
import type { StandardSchemaV1 } from '@standard-schema/spec';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { configOrigin } from '../../../src/features/config/history.ts';
import {
  type Config,
  ConfigError,
  type ConfigSchema,
  InvalidArgumentError,
  loadConfig,
} from '../../../src/index.ts';
import { site } from './project-folder.ts';

const Schema = v.object({
  mail: v.object({ from: v.string(), retries: v.optional(v.number(), 3) }),
  origins: v.optional(
    v.array(
      v.pipe(
        v.string(),
        v.url(),
        v.transform((text) => new URL(text).host),
      ),
    ),
    [],
  ),
});

async function errorOf(schema: ConfigSchema, files: Readonly<Record<string, string>>): Promise<ConfigError> {
  const error: unknown = await loadConfig({ cwd: await site(files), schema, test: false }).catch(
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return error as ConfigError;
}

describe("a schema's output for the project's own keys", () => {
  test('takes their place, and types them', async () => {
    const cwd = await site({
      'global.json':
        '{"mail":{"from":"a@example.com"},"origins":["https://example.com/x"],"server":{"port":1}}',
      'mail.global.json': '{"mail":{"from":"b@example.com","retries":5}}',
    });
    const config = await loadConfig({ cwd, schema: Schema });
    expect(config).toEqual({
      mail: { from: 'b@example.com', retries: 5 },
      origins: ['example.com'],
      server: { port: 1 },
    });
    expectTypeOf(config.mail.retries).toEqualTypeOf<number>();
    expectTypeOf(config).toExtend<Config>();
    expectTypeOf(config['other']).toBeUnknown();
  });

  test('contains its defaults, also in a project without files', async () => {
    const schema = v.object({ title: v.optional(v.string(), 'My site') });
    expect(await loadConfig({ cwd: await site({}), schema })).toEqual({ title: 'My site' });
  });

  test('may lack keys, which stay as they are, as those of the framework do', async () => {
    const cwd = await site({ 'global.json': '{"debug":true,"title":"T","session":{"days":7}}' });
    const config = await loadConfig({ cwd, schema: v.object({ title: v.string() }) });
    expect(config).toEqual({ debug: true, title: 'T', session: { days: 7 } });
  });

  test('is still attributed to the file that has set it', async () => {
    const cwd = await site({ 'a.global.json': '{"title":"T"}', 'b.global.json': '{"routes":[]}' });
    const config = await loadConfig({ cwd, schema: v.object({ title: v.string() }) });
    expect(configOrigin(config, ['title'])?.file).toBe('config/autoload/a.global.json');
    expect(configOrigin(config, ['routes'])?.file).toBe('config/autoload/b.global.json');
  });

  test('may be a promise, from a schema of any library or a handwritten one', async () => {
    const schema: StandardSchemaV1<unknown, { readonly count: number }> = {
      '~standard': {
        version: 1,
        vendor: 'by hand',
        validate: async (given) => ({ value: { count: Object.keys(given as object).length } }),
      },
    };
    const cwd = await site({ 'global.json': '{"a":1,"b":2,"debug":false}' });
    const config = await loadConfig({ cwd, schema });
    expectTypeOf(config.count).toEqualTypeOf<number>();
    expect(config).toEqual({ a: 1, b: 2, debug: false, count: 2 });
  });

  test('must be an object', async () => {
    const schema = v.pipe(
      v.object({}),
      v.transform(() => new Date(0)),
    );
    await expect(loadConfig({ cwd: await site({}), schema })).rejects.toThrow(
      new InvalidArgumentError('schema', 'one whose output is an object', new Date(0)),
    );
  });
});

describe('a value that a schema rejects', () => {
  test("is reported with its file, its key, the schema's message and the value", async () => {
    const error = await errorOf(Schema, {
      'global.json': '{"mail":{"from":7,"retries":1}}',
      'x.global.json': '{"mail":{"retries":"many"},"origins":["https://example.com"]}',
      'y.global.json': '{"origins":["nowhere"]}',
    });
    expect(error.message.split('\n')).toEqual([
      'The configuration has 3 errors:',
      '- config/autoload/global.json: mail.from: Invalid type: Expected string but received 7, received 7',
      '- config/autoload/x.global.json: mail.retries: Invalid type: Expected number but received "many", received "many"',
      '- config/autoload/y.global.json: origins[1]: Invalid URL: Received "nowhere", received "nowhere"',
    ]);
    expect(error.faults[0]).toMatchObject({
      file: 'config/autoload/global.json',
      path: 'mail.from',
      message: 'Invalid type: Expected string but received 7',
      received: '7',
    });
  });

  test('is reported with the file of the enclosing value if it is not set', async () => {
    const error = await errorOf(Schema, {
      'mail.global.json': '{"mail":{}}',
      'z.global.json': '{"other":1}',
    });
    expect(error.faults).toMatchObject([
      { file: 'config/autoload/mail.global.json', path: 'mail.from', received: 'nothing' },
    ]);
    const [fault] = (await errorOf(Schema, { 'z.global.json': '{"other":1}' })).faults;
    expect(fault).toMatchObject({ file: undefined, path: 'mail', received: 'nothing' });
  });

  test("is reported together with the framework's own errors", async () => {
    const error = await errorOf(Schema, { 'global.json': '{"debug":"yes","mail":{"from":false}}' });
    expect(error.faults.map(({ path }) => path)).toEqual(['debug', 'mail.from']);
  });

  test('is not checked while a file does not load, because that file may contain it', async () => {
    const error = await errorOf(Schema, {
      'global.json': '{"debug":"yes"}',
      'mail.global.json': '{"mail":',
    });
    expect(error.faults.map(({ file, path }) => [file, path])).toEqual([
      ['config/autoload/global.json', 'debug'],
      ['config/autoload/mail.global.json', ''],
    ]);
  });

  test('may be an unknown key of the project, but not of the framework', async () => {
    const error = await errorOf(v.strictObject({ title: v.string() }), {
      'global.json': '{"title":"T","titel":"T","routes":[],"server":{}}',
    });
    expect(error.faults).toMatchObject([{ file: 'config/autoload/global.json', path: 'titel' }]);
  });

  test.for([
    ['asks for', v.object({ server: v.object({}) })],
    ['gives', v.object({ server: v.optional(v.object({ port: v.number() }), { port: 1 }) })],
  ] as const)('may not be left to it for a key of the framework, which it %s', async ([, schema]) => {
    const error = await errorOf(schema, { 'global.json': '{"server":{"port":2}}' });
    expect(error.message).toBe(
      'The configuration has an error:\n' +
        `- server: expected a schema of the app's own keys only, received a schema with "server", a key of the framework`,
    );
  });

  test('may name its keys by symbols or segments, and end its message with a full stop', async () => {
    const schema: ConfigSchema = {
      '~standard': {
        version: 1,
        vendor: 'by hand',
        validate: () => ({
          issues: [{ message: 'No.', path: [{ key: 'list' }, 0, Symbol('x')] }, { message: 'All.' }],
        }),
      },
    };
    const error = await errorOf(schema, { 'global.json': '{"list":[1]}' });
    expect(error.message.split('\n').slice(1)).toEqual([
      '- config/autoload/global.json: list[0].Symbol(x): No, received nothing',
      '- All, received an object with the keys "list"',
    ]);
  });
});
