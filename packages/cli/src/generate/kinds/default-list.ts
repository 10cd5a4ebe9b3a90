import { addImport, type Import } from '../../edit/imports.ts';
import { addToList } from '../../edit/list-edit.ts';
import type { Change } from '../engine/change.ts';

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
  const add = (text: string): string => {
    const listed = addToList(text, file, item);
    return listed === text ? text : addImport(listed, file, imported);
  };
  change.edit(
    file,
    empty,
    add,
    `import { ${name} } from '${from}';\n\n// In the list that it exports as default:\n${item},`,
  );
}
