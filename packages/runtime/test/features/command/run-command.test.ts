import { afterEach, describe, expect, test } from 'vitest';
import { type Command, command } from '../../../src/features/command/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { UsageError } from '../../../src/kernel/errors/coded-errors.ts';
import { NotFoundError } from '../../../src/kernel/errors/http-error.ts';
import { call } from './call.ts';

const hello = command({ name: 'hello', summary: 'Says hello' }).handle(() => 'Hello!');

/** A command that returns a value. */
const returning = (value: unknown): Command<never> => command({ name: 'x' }).handle(() => value);

afterEach(() => {
  process.exitCode = undefined;
});

describe('without a name', () => {
  const commands = [hello, command({ name: 'posts:import' }).handle(() => {})];

  test.each([[[]], [['--help']], [['-h']]])('%j lists the commands', async (args) => {
    expect(await call(commands, args)).toEqual({
      code: 0,
      stdout: 'hello         Says hello\nposts:import',
      stderr: '',
    });
  });

  test('--json lists them as JSON', async () => {
    const { stdout } = await call(commands, ['--json']);
    expect(JSON.parse(stdout)).toEqual([
      { name: 'hello', summary: 'Says hello' },
      { name: 'posts:import', summary: '' },
    ]);
  });

  test('an empty list prints how to generate a command', async () => {
    expect(await call([], [])).toMatchObject({
      code: 0,
      stdout: 'There are no commands. Generate one: node fw generate command',
    });
  });
});

test.each([
  ['helo', [hello], 'There is no command "helo"; did you mean "hello"?'],
  ['import', [hello], 'There is no command "import"; there are hello.'],
  ['--loud', [hello], 'There is no command "--loud"; there are hello.'],
  ['import', [], 'There is no command "import"; the list is empty.'],
])('the unknown command %s is a wrong call', async (name, commands, stderr) => {
  expect(await call(commands, [name])).toEqual({ code: 2, stdout: '', stderr });
});

test('two commands with one name are an error', async () => {
  expect(await call([hello, hello], ['hello'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The argument commands must be commands with different names, not "hello".',
  });
});

test.each(['', 'Hello', 'hello world', 'a--b', '-a', 'a:', 'é', '1a'])('%j is no name', (name) => {
  expect(() => command({ name })).toThrow('The argument name of command() must be lower-case words');
});

test.each(['a', 'import-posts', 'posts:import', 'posts:import-all2'])('%j is a name', (name) => {
  expect(command({ name }).handle(() => {}).definition.name).toBe(name);
});

describe('the result', () => {
  test.each([
    ['text', 'text', '"text"'],
    ['', '', '""'],
    [7, '7', '7'],
    [null, 'null', 'null'],
    [{ a: { b: ['c'] } }, "{ a: { b: [ 'c' ] } }", undefined],
    [{ a: { b: { c: { d: { e: {} } } } } }, '{\n  a: {\n    b: { c: { d: { e: {} } } }\n  }\n}', undefined],
    [['a', 'b'], "[ 'a', 'b' ]", '[\n  "a",\n  "b"\n]'],
    [Promise.resolve('later'), 'later', '"later"'],
  ])('%j is printed', async (value, plain, json) => {
    expect(await call([returning(value)], ['x'])).toEqual({ code: 0, stdout: plain, stderr: '' });
    const { stdout } = await call([returning(value)], ['x', '--json']);
    expect(stdout).toBe(json ?? JSON.stringify(await value, null, 2));
  });

  test.each([[['x']], [['x', '--json']]])('nothing is printed for undefined: %j', async (args) => {
    expect(await call([returning(undefined)], args)).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('errors', () => {
  const failing = (error: unknown): Command<never> =>
    command({ name: 'x' }).handle(() => Promise.reject(error));

  test('an error of the code is printed with its stack', async () => {
    const { code, stderr } = await call([failing(new TypeError('no file'))], ['x']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('TypeError: no file')]);
  });

  test('an error of Fw is printed as its message', async () => {
    expect(await call([failing(new NotFoundError('There is no such post.'))], ['x'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no such post.',
    });
  });

  test('a wrong call that the function finds has the exit code 2', async () => {
    expect(await call([failing(new UsageError('--from must be before --to.'))], ['x'])).toEqual({
      code: 2,
      stdout: '',
      stderr: '--from must be before --to.',
    });
  });

  test('a missing service is named, and a service that fails is printed with the cause', async () => {
    const pinging = command({ name: 'x' }).handle(['db'], (_, db) => db);
    expect(await call([pinging], ['x'])).toMatchObject({
      code: 1,
      stderr: 'There is no service "db", nor any other.',
    });
    const factories = {
      db: () => {
        throw new Error('no connection');
      },
    };
    const { code, stderr } = await call([pinging], ['x'], new ServiceManager({ factories }));
    expect([code, stderr]).toEqual([1, expect.stringContaining('no connection')]);
  });

  test('process.exitCode is the exit code of a command that returns', async () => {
    const checking = command({ name: 'x' }).handle(() => {
      process.exitCode = 3;
      return 'There are faults.';
    });
    expect(await call([checking], ['x'])).toEqual({ code: 3, stdout: 'There are faults.', stderr: '' });
  });
});

describe('services', () => {
  class Posts {
    static readonly inject = ['path'] as const;
    readonly path: string;
    constructor(path: string) {
      this.path = path;
    }
  }

  const LATER = Symbol('later');
  const showing = command({ name: 'x' }).handle([Posts, LATER], ({ signal }, posts, later: number) => [
    posts.path,
    later,
    signal.aborted,
  ]);

  const container = (calls: string[] = []): ServiceManager =>
    new ServiceManager({
      services: { path: 'posts.json' },
      factories: {
        [LATER]: async () => Promise.resolve(7),
        unused: () => {
          calls.push('unused');
          return {};
        },
        db: () => ({ dispose: () => calls.push('disposed') }),
      },
      start: ['unused'],
    });

  test('come in the order of their ids, also those that are ready later', async () => {
    const { stdout } = await call([showing], ['x', '--json'], container());
    expect(JSON.parse(stdout)).toEqual(['posts.json', 7, false]);
  });

  test('a test calls a command with a container, and gets its result', async () => {
    expect(await showing.run(container(), {})).toEqual(['posts.json', 7, false]);
  });

  test.each([
    ['returns', (): string => 'done', 0],
    [
      'throws',
      (): never => {
        throw new NotFoundError();
      },
      1,
    ],
  ])('are disposed of when a command %s; dependencies.start is not started', async (_, end, code) => {
    const calls: string[] = [];
    const querying = command({ name: 'x' }).handle(['db'], () => {
      calls.push('ran');
      return end();
    });
    expect(await call([querying], ['x'], container(calls))).toMatchObject({ code });
    expect(calls).toEqual(['ran', 'disposed']);
  });

  test('a service that cannot be disposed of is an error', async () => {
    const factories = { db: () => ({ dispose: () => Promise.reject(new Error('still busy')) }) };
    const querying = command({ name: 'x' }).handle(['db'], () => 'done');
    expect(await call([querying], ['x'], new ServiceManager({ factories }))).toEqual({
      code: 1,
      stdout: 'done',
      stderr: expect.stringContaining('still busy'),
    });
  });
});

test('handle() rejects a value that is no function', () => {
  expect(() => command({ name: 'x' }).handle('run' as never)).toThrow(
    'The argument run of handle() must be a function, not "run".',
  );
});
