import { groupArguments, groupByCalls, parameterFor } from './call-groups.ts';
import { quoted } from './code.ts';
import {
  type AnyNode,
  endOf,
  NotUnderstoodError,
  parseModule,
  startOf,
  type Statement,
  textOf,
} from './syntax.ts';
import { type SetUp, setUpFunction } from './set-up.ts';
import { addStatement } from './statements.ts';
import { beginsLine, indentationAt, styleOf, type TextStyle } from './text-style.ts';
import { splice } from './comments.ts';

/** A call to add to the function that sets up an application: `export default (app) => { … }`. */
export interface Call {
  /** Prints the call without the application in front: `.get('/ping', Ping)`. */
  readonly print: (style: TextStyle) => string;
  /** For a route: the whole prefix of its group, which is created if it is missing. */
  readonly group?: string | undefined;
  /**
   * The position: at the end of the function by default; or before the first call of this method, or the first
   * matching call, in chained calls too, and before middleware that responds to every request.
   */
  readonly before?: string | ((call: AddedCall) => boolean) | undefined;
}

/**
 * Whether a call pipes middleware that responds to every request, so that nothing after it runs: a Connect or Express
 * app, or a not-found handler. Only the name of the argument of `fromConnect()` distinguishes an app from a
 * middleware.
 */
function isCatchAll({ method, args }: AddedCall): boolean {
  if (method !== 'pipe' || !['', `'/'`, '"/"'].includes(args.length > 1 ? (args[0] ?? '') : '')) return false;
  return /^(?:new\s+)?NotFoundHandler\b|^fromConnect\(\s*[\w$.]*(?:app|express|legacy)/i.test(
    args.at(-1) ?? '',
  );
}

/** A call in the function. */
export interface AddedCall {
  readonly method: string;
  /** The text of each argument. */
  readonly args: readonly string[];
}

/**
 * Adds a call to the function that a file exports as default, and leaves the rest unchanged.
 *
 * @returns the same text when the call is already there
 * @throws NotUnderstoodError when the file exports no function of the application with a body
 */
export function addCall(text: string, file: string, { print, before, group }: Call): string {
  const style = styleOf(text, file);
  const outermost = setUpFunction(parseModule(text, file), file);
  if (group !== undefined) return addInGroup(text, file, outermost, print(style), group);
  const { application, statements, bodyStart, bodyEnd } = outermost;
  const call = print(style);
  if (hasCall(text, outermost, call)) return text;
  if (before !== undefined) {
    const isMeant = typeof before === 'string' ? ({ method }: AddedCall) => method === before : before;
    // Middleware that reads the route has to be behind routing.
    const isWanted = (added: AddedCall): boolean =>
      isMeant(added) || (before !== 'pipeDispatchMiddleware' && isCatchAll(added));
    for (const statement of statements) {
      const place = placeBefore(text, statement, isWanted);
      if (place === undefined) continue;
      if (place.chained) return splice(text, place.position, call);
      const position = withComments(text, statement);
      const line = `${application}${call}${style.semicolon}${style.eol}${indentationAt(text, position)}`;
      return splice(text, position, line);
    }
    const method = typeof before === 'string' ? before : 'pipeRoutingMiddleware';
    throw new NotUnderstoodError(file, `it does not call ${application}.${method}()`);
  }
  const line = `${application}${call}${style.semicolon}`;
  return addStatement(text, { open: bodyStart, close: bodyEnd, statements }, style, line);
}

function addInGroup(text: string, file: string, outermost: SetUp, call: string, prefix: string): string {
  const style = styleOf(text, file);
  const { place, missing } = groupByCalls(file, outermost, prefix);
  const { application, statements, bodyStart: open, bodyEnd: close } = place;
  const block = { open, close, statements };
  if (missing === '') {
    if (hasCall(text, place, call)) return text;
    return addStatement(text, block, style, `${application}${call}${style.semicolon}`);
  }
  const parameter = parameterFor(missing, application);
  const last = statements.at(-1);
  const outside =
    last !== undefined && beginsLine(text, startOf(last))
      ? indentationAt(text, startOf(last))
      : indentationAt(text, last === undefined ? close : open) + style.indent;
  const lines = [
    `${application}.group(${quoted(missing, style)}, (${parameter}) => {`,
    `${outside}${style.indent}${parameter}${call}${style.semicolon}`,
    `${outside}})${style.semicolon}`,
  ];
  return addStatement(text, block, style, lines.join(style.eol));
}

/** Whether one of the statements makes a call; other calls in nested groups don't count. */
function hasCall(text: string, { application, statements }: SetUp, call: string): boolean {
  const normal = normalized(call);
  return statements.some(
    (statement) =>
      (normal.startsWith('.group(') || groupArguments(statement, application) === undefined) &&
      normalized(textOf(text, statement)).includes(normal),
  );
}

/** The start of a statement, including the comments on the lines directly above it. */
function withComments(text: string, statement: Statement): number {
  let position = startOf(statement);
  for (const comment of (statement.leadingComments ?? []).toReversed()) {
    const isAttached = /^[ \t]*\r?\n[ \t]*$/.test(text.slice(endOf(comment), position));
    if (!isAttached || !beginsLine(text, startOf(comment))) break;
    position = startOf(comment);
  }
  return position;
}

/** The position before the first wanted call in a statement. */
function placeBefore(
  text: string,
  statement: Statement,
  isWanted: (call: AddedCall) => boolean,
): { position: number; chained: boolean } | undefined {
  let found: { position: number; chained: boolean } | undefined;
  let call = (statement as { expression?: AnyNode }).expression;
  // In a chain, the last call comes first.
  while (call?.type === 'CallExpression') {
    const { property, object } = call.callee ?? {};
    const args = (call.arguments ?? []).map((argument) => textOf(text, argument));
    if (property?.name !== undefined && object !== undefined && isWanted({ method: property.name, args })) {
      found = { position: endOf(object), chained: object.type === 'CallExpression' };
    }
    call = object;
  }
  return found;
}

function normalized(code: string): string {
  return code
    .replaceAll(/\s+/g, '')
    .replaceAll('"', "'")
    .replaceAll(/,(?=[)\]}])/g, '');
}
