import { spawnSync } from 'node:child_process';

const isWindows = process.platform === 'win32';

/**
 * The command that starts npm: on Windows a script, which needs a shell and quotes around values with spaces.
 */
export function npmCommand(...args) {
  const quoted = args.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg));
  return { command: 'npm', args: isWindows ? quoted : args, shell: isWindows };
}

/** Runs npm, and ends this process if it fails. */
export function npm(args, options) {
  const { command, args: given, shell } = npmCommand(...args);
  return orExit(spawnSync(command, given, { stdio: 'inherit', shell, ...options }), `npm ${args.join(' ')}`);
}

/** Runs a program of Node, and ends this process if it fails. */
export function node(args, options) {
  return orExit(
    spawnSync(process.execPath, args, { stdio: 'inherit', ...options }),
    `node ${args.join(' ')}`,
  );
}

function orExit(result, command) {
  if (result.status === 0) return result;
  console.error(`${command} failed; fix what it reports above and run the same command again.`);
  process.exit(result.status ?? 1);
}
