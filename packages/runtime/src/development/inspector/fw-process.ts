import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
// Not by its name, which those who bundle for Node often declare in front of the bundle.
import * as modules from 'node:module';
import { dirname, join } from 'node:path';

/** How a command of `fw` ended. */
export interface FwOutcome {
  /** Absent: it was ended, or did not begin. */
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
}

// In ms: `fw` loads the site, formats what it writes and checks its types.
const TIME_LIMIT = 60_000;
const MOST_OUTPUT = 1_000_000;

/** The program of `fw` that a site has installed; undefined where it has none. */
export function findFw(root: string): string | undefined {
  try {
    const manifest = modules.createRequire(join(root, 'package.json')).resolve('create-fw-app/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: Readonly<Record<string, string>> };
    return bin?.['fw'] && join(dirname(manifest), bin['fw']);
  } catch {
    return undefined;
  }
}

/**
 * Runs the site's own `fw`, in a process of its own and without a shell, so that no word of it is a command.
 *
 * @param program as `findFw` gives it
 * @param input what it reads from stdin
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
    // One that has ended already reads nothing.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
