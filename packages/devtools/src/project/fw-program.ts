import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
// Bundles for Node often declare `createRequire` in a banner, so importing it by name would declare it twice.
import * as modules from 'node:module';
import { dirname, join } from 'node:path';

/** The outcome of an `fw` command. */
export interface FwOutcome {
  /** Absent if the command was killed or didn't start. */
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
}

// The limit is in milliseconds. It is long, because `fw` loads the app, formats generated files and checks their types.
const TIME_LIMIT = 60_000;
const MOST_OUTPUT = 1_000_000;

/** The path of the `fw` program that a project has installed; undefined if `fw` isn't installed. */
export function findFw(root: string): string | undefined {
  try {
    const manifest = modules.createRequire(join(root, 'package.json')).resolve('fw-cli/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: Readonly<Record<string, string>> };
    return bin?.['fw'] && join(dirname(manifest), bin['fw']);
  } catch {
    return undefined;
  }
}

/**
 * Runs the project's `fw` in its own process and without a shell, so that no argument is run as a command.
 *
 * @param program the path from `findFw`
 * @param input the content of stdin
 */
export function runFw(
  program: string,
  root: string,
  words: readonly string[],
  input = '',
): Promise<FwOutcome> {
  const isDeno = 'deno' in process.versions;
  const args = [...(isDeno ? ['run', '-A'] : []), program, ...words];
  return new Promise((settle) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: TIME_LIMIT,
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        if (output[name].length < MOST_OUTPUT) output[name] += chunk;
      });
    }
    child.once('error', ({ message }) => settle({ stdout: '', stderr: message }));
    child.once('close', (code) => settle({ ...output, ...(code !== null && { exitCode: code }) }));
    // Writing to a process that has already exited emits an error.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
