import { bracketsOf } from './break-list.ts';
import { insertItem } from './insert.ts';
import {
  type ArrayExpression,
  defaultExportOf,
  NotUnderstoodError,
  parseModule,
  textOf,
  valueBehind,
} from './syntax.ts';
import { styleOf } from './text-style.ts';

/**
 * Adds a name to the array that a module exports as default, and leaves the rest unchanged.
 *
 * @returns the same text when the array already contains the name
 * @throws NotUnderstoodError when the module doesn't export a literal array
 */
export function addToList(text: string, file: string, name: string): string {
  const list = exportedList(text, file);
  const items = list.elements.filter((element) => element !== null);
  if (items.some((item) => textOf(text, item) === name)) return text;
  return insertItem(text, bracketsOf(list, items), styleOf(text, file), () => name);
}

function exportedList(text: string, file: string): ArrayExpression {
  const module = parseModule(text, file);
  const node = valueBehind(defaultExportOf(module, file), module);
  if (node?.type === 'ArrayExpression') return node as ArrayExpression;
  throw new NotUnderstoodError(file, 'its default export is not an array literal in this file');
}
