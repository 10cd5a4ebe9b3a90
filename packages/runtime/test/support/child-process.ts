import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const built = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program in a process of its own, ended with the test at the latest. */
export interface Child {
  /** Its next message. */
  told(): Promise<unknown>;
  tell(message: string | object): void;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** Runs a file of `fixtures/` with the built package. */
export function startChild(
  file: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Child {
  if (!existsSync(built)) throw new Error(`${built} is missing: run npm run build first.`);
  const path = fileURLToPath(new URL(`../fixtures/${file}`, import.meta.url));
  return start(path, env, args);
}

/** Runs a program anywhere. */
export function start(
  path: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Child {
  const { HOST: _host, PORT: _port, NODE_OPTIONS: _options, ...inherited } = process.env;
  const child = fork(path, args, { silent: true, execArgv: [], env: { ...inherited, ...env } });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The child has no output.');
  const output = Promise.all([text(stdout), text(stderr), once(child, 'exit')]);
  const ended = output.then(([out, error, [code, signal]]) => ({ code, signal, stdout: out, stderr: error }));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  const messages: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  child.on('message', (message) => {
    const next = waiting.shift();
    if (next === undefined) messages.push(message);
    else next(message);
  });
  return {
    ended,
    tell: (message) => child.send(message),
    kill: (signal) => child.kill(signal),
    told: () =>
      messages.length > 0
        ? Promise.resolve(messages.shift())
        : Promise.race([
            new Promise((resolve) => waiting.push(resolve)),
            ended.then(({ code, stderr: error }) => {
              throw new Error(`The child ended with ${code}: ${error}`);
            }),
          ]),
  };
}
