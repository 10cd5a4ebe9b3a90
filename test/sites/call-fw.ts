import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { exitCodeOf } from '../../packages/command-line/src/program.ts';
import { fw } from '../../packages/cli/src/fw.ts';
import type { Inspect } from '../../packages/cli/src/project/inspection.ts';
import { launchOf } from '../../packages/cli/src/project/typed-command.ts';

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Calls `fw` in a project as its program does, without a terminal and in this process, which takes half as long. The project
 * itself is loaded in another process, unless `inspect` replaces the inspection.
 */
export async function callFw(cwd: string, args: readonly string[], inspect?: Inspect): Promise<Ended> {
  const [stdout, stderr] = [new Printed(), new Printed()];
  const { env } = process;
  const host = { stdin: { isTTY: false }, stdout, stderr, env, cwd: () => cwd } as unknown as NodeJS.Process;
  const { signal } = new AbortController();
  const exitCode = await exitCodeOf('fw', (words) => fw(words, signal, host, inspect), {
    args,
    host,
    env: launchOf(env).env,
    signal,
  });
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

class Printed extends Writable {
  #text = '';

  /** Without colours, and without the trailing line break. */
  get text(): string {
    return stripVTControlCharacters(this.#text).replace(/\n$/, '');
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#text += chunk.toString();
    done();
  }
}
