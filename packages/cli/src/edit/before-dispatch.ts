import { ConfigShape, valuesIn } from './config-shape.ts';
import { bracketsOf, breakList } from './break-list.ts';
import { type AnyNode, NotUnderstoodError, startOf, textOf } from './syntax.ts';
import { beginsLine, indentationAt, lineEnd, lineStart, styleOf, MAX_LINE_WIDTH } from './text-style.ts';
import { splice } from './comments.ts';

/**
 * Adds middleware to the array in `middleware_pipeline` that contains routing and dispatching, between the two.
 *
 * @returns the same text when it is already there
 * @throws NotUnderstoodError when there is no such array
 */
export function addBeforeDispatch(text: string, file: string, code: string): string {
  const shape = new ConfigShape(text, file);
  for (const entry of valuesIn(shape.find(['middleware_pipeline']))) {
    const node = listIn(entry);
    if (node === undefined) continue;
    const list = (node.elements ?? []).filter((element) => element !== null);
    const [routing, dispatch] = ['ROUTING_MIDDLEWARE', 'DISPATCH_MIDDLEWARE'].map((name) =>
      list.findIndex((element) => textOf(text, element).replaceAll(/['"]/g, '').endsWith(name)),
    );
    if (routing === undefined || dispatch === undefined || routing === -1 || dispatch <= routing) continue;
    if (list.slice(routing, dispatch).some((element) => textOf(text, element) === code)) return text;
    const position = startOf(list[dispatch] ?? node);
    const style = styleOf(text, file);
    if (beginsLine(text, position)) {
      return splice(text, position, `${code},${style.eol}${indentationAt(text, position)}`);
    }
    const line = lineEnd(text, position) - lineStart(text, position) + code.length + 2;
    const broken = line > MAX_LINE_WIDTH ? breakList(text, bracketsOf(node, list), style) : undefined;
    return broken === undefined ? splice(text, position, `${code}, `) : addBeforeDispatch(broken, file, code);
  }
  throw new NotUnderstoodError(
    file,
    'no array in it contains ROUTING_MIDDLEWARE followed by DISPATCH_MIDDLEWARE',
  );
}

/** The array that is the middleware of an entry. */
function listIn(entry: AnyNode): AnyNode | undefined {
  if (entry.type === 'ArrayExpression') return entry;
  const value = entry.properties?.find(({ key }) => key?.name === 'middleware')?.value as AnyNode | undefined;
  return value?.type === 'ArrayExpression' ? value : undefined;
}
