import { addStatement } from './statements.ts';
import { splice } from './trivia.ts';
import { NotUnderstoodError } from './not-understood.ts';
import {
  declarationsIn,
  endOf,
  type File,
  parseModule,
  type Node,
  startOf,
  type Statement,
  textOf,
} from './syntax.ts';
import { indentationAt, styleOf, type TextStyle } from './text-style.ts';

/** A call to be added to a function that sets an application up: `export default (app) => { … }`. */
export interface Call {
  /** Writes it, without the application in front: `.get('/ping', Ping)`. */
  readonly print: (style: TextStyle) => string;
  /** At the end of the function; or in front of the first call of this method, in a chain of calls too. */
  readonly before?: string | undefined;
}

/**
 * Adds a call to the function that a file exports as default, changing nothing else of its text.
 *
 * @returns the same text when the call is there already
 * @throws {NotUnderstoodError} when the file exports no function of the application with a body
 */
export function addCall(text: string, file: string, { print, before }: Call): string {
  const style = styleOf(text, file);
  const { application, statements, bodyStart, bodyEnd } = setUpFunction(parseModule(text, file), file);
  const call = print(style);
  const normal = normalized(call);
  if (statements.some((statement) => normalized(textOf(text, statement)).includes(normal))) return text;
  if (before !== undefined) {
    for (const statement of statements) {
      const place = placeBefore(statement, before);
      if (place === undefined) continue;
      if (place.chained) return splice(text, place.position, call);
      const indentation = indentationAt(text, startOf(statement));
      const line = `${application}${call}${style.semicolon}${style.eol}${indentation}`;
      return splice(text, startOf(statement), line);
    }
    throw new NotUnderstoodError(file, `it does not call ${application}.${before}()`);
  }
  const line = `${application}${call}${style.semicolon}`;
  return addStatement(text, { open: bodyStart, close: bodyEnd, statements }, style, line);
}

interface SetUp {
  /** What the function calls the application. */
  readonly application: string;
  readonly statements: readonly Statement[];
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

interface AnyNode extends Node {
  readonly name?: string;
  readonly params?: readonly AnyNode[];
  readonly expression?: AnyNode;
  readonly body?: AnyNode | readonly Statement[];
  readonly callee?: AnyNode & { readonly property?: AnyNode; readonly object?: AnyNode };
}

function setUpFunction(module: File, file: string): SetUp {
  const exported = module.program.body.find(({ type }) => type === 'ExportDefaultDeclaration');
  let found = (exported as { declaration?: AnyNode } | undefined)?.declaration;
  if (found?.type === 'Identifier') found = declarationsIn(module).get(found.name ?? '');
  if (found?.type === 'TSSatisfiesExpression' || found?.type === 'TSAsExpression') found = found.expression;
  const [parameter] = found?.params ?? [];
  const body = found?.body as (AnyNode & { body?: readonly Statement[] }) | undefined;
  if (parameter?.type !== 'Identifier' || parameter.name === undefined || body?.type !== 'BlockStatement') {
    throw new NotUnderstoodError(file, 'its default export is not a function (app) => { … }');
  }
  return {
    application: parameter.name,
    statements: body.body ?? [],
    bodyStart: startOf(body),
    bodyEnd: endOf(body) - 1,
  };
}

/** Where to insert so that what is inserted runs just before a call of `method`. */
function placeBefore(
  statement: Statement,
  method: string,
): { position: number; chained: boolean } | undefined {
  let call = (statement as { expression?: AnyNode }).expression;
  while (call?.type === 'CallExpression') {
    const { property, object } = call.callee ?? {};
    if (property?.name === method && object !== undefined) {
      return { position: endOf(object), chained: object.type === 'CallExpression' };
    }
    call = object;
  }
  return undefined;
}

function normalized(code: string): string {
  return code
    .replaceAll(/\s+/g, '')
    .replaceAll('"', "'")
    .replaceAll(/,(?=[)\]}])/g, '');
}
