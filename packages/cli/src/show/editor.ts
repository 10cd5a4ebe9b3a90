import { spawn, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { CommandError } from '#command-line/errors';
import type { ProjectPlace } from './project-place.ts';

// The parts of launch-editor: as a whole it prints messages itself, and doesn't report when an editor has started.
const require = createRequire(import.meta.url);
const { guess, argumentsFor, windowsCommand } = {
  guess: (specified?: string) =>
    (require('launch-editor/guess.js') as (specified?: string) => readonly unknown[])(specified),
  argumentsFor: require('launch-editor/get-args.js') as (
    editor: string,
    file: string,
    line: string | undefined,
    column: string | undefined,
  ) => readonly (string | number)[],
  windowsCommand: require('launch-editor/construct-windows-launch-command.js') as (
    editor: string,
    args: readonly string[],
  ) => string,
};

/** These editors draw in the terminal in which they were started. */
const TERMINAL_EDITORS = new Set([
  'vi',
  'vim',
  'nvim',
  'nano',
  'micro',
  'hx',
  'helix',
  'joe',
  'kak',
  'mcedit',
  'ne',
]);
// An editor that can't start fails immediately; others run while they show the file.
const FAILS_WITHIN_MILLISECONDS = 1000;

/**
 * Opens a file in the user's editor: `LAUNCH_EDITOR`, otherwise a running editor, otherwise `VISUAL` or `EDITOR`.
 *
 * @param hasTerminal whether an editor can draw in the terminal of this process
 * @returns the name of the editor, once it has started or, for an editor in the terminal, once it has ended
 * @throws CommandError when there is no editor, or it can't be started
 */
export async function openInEditor(place: ProjectPlace, hasTerminal: boolean): Promise<string> {
  const [editor, ...own] = findEditor();
  if (editor === undefined) {
    throw new CommandError(
      'No editor was found: set LAUNCH_EDITOR or EDITOR to your editor, as in LAUNCH_EDITOR=code.',
    );
  }
  const name = basename(editor).replace(/\.(exe|cmd|bat)$/i, '');
  if (TERMINAL_EDITORS.has(name) && !hasTerminal) {
    throw new CommandError(
      `${name} needs a terminal, and this isn't one: set LAUNCH_EDITOR to an editor with a window, as in LAUNCH_EDITOR=code.`,
    );
  }
  const { file, line, column = 1 } = place;
  const position = argumentsFor(editor, file, line?.toString(), column.toString());
  const args = [...own, ...position.filter((argument) => argument !== undefined).map(String)];
  const stays = hasTerminal && (TERMINAL_EDITORS.has(name) || name === 'emacs');
  await start(editor, args, { stdio: hasTerminal ? 'inherit' : 'ignore', detached: !hasTerminal }, stays);
  return name;
}

/** The command and its arguments; empty when no editor was found. */
function findEditor(): string[] {
  const [found] = guess();
  if (typeof found !== 'string' || found === '') return [];
  // The variable may contain a command with arguments, or a path with spaces.
  const words = found.includes(' ') && !existsSync(found) ? guess(found) : [found];
  return words.filter((word) => typeof word === 'string');
}

function start(
  editor: string,
  args: readonly string[],
  options: SpawnOptions,
  stays: boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new CommandError(`The editor ${editor} cannot be started: ${reason}.`));
    const child =
      process.platform === 'win32'
        ? spawn(windowsCommand(editor, args), { ...options, shell: true })
        : spawn(editor, args, options);
    const timer = stays ? undefined : setTimeout(() => (child.unref(), resolve()), FAILS_WITHIN_MILLISECONDS);
    child.once('error', ({ message, code }: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      fail(code === 'ENOENT' ? 'there is no such program' : message);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (code === 0 || code === null) resolve();
      else fail(`it exited with ${code}`);
    });
  });
}
