import { dirname } from 'node:path';
import type { Import } from '../../edit/imports.ts';
import { addToInclude } from '../../edit/manifest-edit.ts';
import { COMMAND_PROGRAM } from '../../project/run-module.ts';
import type { Change } from '../engine/change.ts';
import { render } from '../engine/render.ts';
import { addToList } from '../../edit/list-edit.ts';

/** The list of a project's commands, relative to the root. */
export const COMMANDS_FILE = 'config/commands.ts';
const EMPTY_LIST = `import type { Command } from 'fw-runtime/command';

/** The commands of the app, which \`fw run\` lists; \`fw generate command\` adds to it. */
const commands: readonly Command<never>[] = [];

export default commands;
`;

/**
 * Adds a command to the project's list. When they are missing, it creates the list and the program that runs the commands.
 *
 * @param item as it is written in the list, such as `...jobCommands`
 */
export async function addCommand(change: Change, item: string, imported: Import): Promise<void> {
  if (change.read(COMMAND_PROGRAM) === undefined) {
    const isBuilt = change.read('tsconfig.build.json') !== undefined;
    change.create(COMMAND_PROGRAM, await render('command/program.ts', { isBuilt }));
  }
  addToDefaultList(change, COMMANDS_FILE, EMPTY_LIST, item, imported);
  for (const file of ['tsconfig.json', 'tsconfig.build.json']) includeProgram(change, file);
}

/** Adds the folder of the program to a configuration of the compiler, which a project may lack. */
function includeProgram(change: Change, file: string): void {
  if (change.read(file) === undefined) return;
  const folder = dirname(COMMAND_PROGRAM);
  change.edit(file, '', (text) => addToInclude(text, file, folder), `"include": ["${folder}"]`);
}

/**
 * Adds an item to the list that a file exports as default, and creates the file when it is missing.
 *
 * @param item as it is written in the list, such as `...jobCommands`
 */
export function addToDefaultList(
  change: Change,
  file: string,
  empty: string,
  item: string,
  imported: Import,
): void {
  const { name, from } = imported;
  const snippet = `import { ${name} } from '${from}';\n\n// In the list that it exports as default:\n${item},`;
  change.edit(file, empty, (text) => addToList(text, file, item), snippet, [imported]);
}
