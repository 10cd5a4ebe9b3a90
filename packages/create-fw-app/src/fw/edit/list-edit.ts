import { insertItem } from './insert.ts';
import { NotUnderstoodError } from './not-understood.ts';
import {
  type ArrayExpression,
  declarationsIn,
  endOf,
  type Node,
  parseModule,
  startOf,
  textOf,
} from './syntax.ts';
import { styleOf } from './text-style.ts';

const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']);

/**
 * Adds a name to the list that a module exports as default, changing nothing else of its text.
 *
 * @returns the same text when the name is in it already
 * @throws {NotUnderstoodError} when it exports no list that is written out in it
 */
export function addToList(text: string, file: string, name: string): string {
  const list = exportedList(text, file);
  const items = list.elements.filter((element) => element !== null);
  if (items.some((item) => textOf(text, item) === name)) return text;
  return insertItem(
    text,
    { open: startOf(list), close: endOf(list) - 1, items },
    styleOf(text, file),
    () => name,
  );
}

function exportedList(text: string, file: string): ArrayExpression {
  const module = parseModule(text, file);
  const exported = module.program.body.find(({ type }) => type === 'ExportDefaultDeclaration');
  let node = (exported as { declaration?: Node } | undefined)?.declaration;
  while (node !== undefined && node.type !== 'ArrayExpression') {
    if (wrappers.has(node.type)) node = (node as Node & { expression: Node }).expression;
    else if (node.type === 'Identifier')
      node = declarationsIn(module).get((node as Node & { name: string }).name);
    else break;
  }
  if (node?.type === 'ArrayExpression') return node as ArrayExpression;
  throw new NotUnderstoodError(file, 'its default export is not a list that is written out in this file');
}
