import { type Brackets, bracketsOf } from './break-list.ts';
import { splice } from './comments.ts';
import type { Import } from './imports.ts';
import { insertItem } from './insert.ts';
import { NotUnderstoodError } from './not-understood.ts';
import { endOf, type Node, parseModule, startOf, textOf } from './syntax.ts';
import type { TextStyle } from './text-style.ts';

/** A service to inject. */
export interface Injection {
  /** Its entry in the array of `inject`: a class, or the id in quotes. */
  readonly code: string;
  /** Its names, under which it may already be in the array. */
  readonly names: readonly string[];
  /** The name of its field and its parameter. */
  readonly field: string;
  readonly type: string;
  /** Whether the parameter's type in `inject()` is inferred. */
  readonly isKnown: boolean;
  /** The import that it needs; undefined when it needs none. */
  readonly imported: Import | undefined;
}

interface AnyExpression extends Node {
  readonly expression?: AnyExpression;
  readonly elements?: readonly (Node | null)[];
  readonly name?: string;
  readonly value?: unknown;
}

/** The value without `as const` and similar type syntax. */
export function withoutTypes(node: Node | null | undefined): AnyExpression | undefined {
  const { type = '', expression } = (node ?? {}) as Partial<AnyExpression>;
  return /^TS\w+Expression$/.test(type)
    ? withoutTypes(expression)
    : ((node ?? undefined) as AnyExpression | undefined);
}

/**
 * The brackets of a list of services.
 *
 * @throws NotUnderstoodError when it is not a literal array of services
 */
export function servicesIn(node: Node | null | undefined, file: string, name: string): Brackets {
  const list = withoutTypes(node);
  const items = list?.elements ?? [];
  const isPlain = items.every((item) => item !== null && item.type !== 'SpreadElement');
  if (list?.type !== 'ArrayExpression' || !isPlain) {
    throw new NotUnderstoodError(file, `the services of ${name} are not an array literal in that file`);
  }
  return bracketsOf(list, items as readonly Node[]);
}

/** Whether an array already contains a service, by its class or its id. */
export function holds({ items }: Brackets, text: string, { names }: Injection): boolean {
  return items.some((item) => names.includes(textOf(text, item).replaceAll(/^['"`]|['"`]$/g, '')));
}

/** @throws NotUnderstoodError when the parameters don't match the services */
export function checkParameters(
  services: readonly unknown[],
  parameters: readonly Node[],
  file: string,
  name: string,
): void {
  const [given, taken] = [services.length, parameters.length];
  if (parameters.some(({ type }) => type === 'RestElement')) {
    throw new NotUnderstoodError(file, `${name} has a rest parameter`);
  }
  if (given !== taken) {
    throw new NotUnderstoodError(
      file,
      `${name} takes ${taken} ${taken === 1 ? 'parameter' : 'parameters'}, but lists ${given} ${given === 1 ? 'service' : 'services'}`,
    );
  }
}

/** A function that is written out. */
export interface LiteralFunction extends Node {
  readonly params?: readonly (Node & { readonly name?: string })[];
  readonly body?: Node;
  readonly returnType?: Node | null;
}

/** Adds a parameter behind the others of a function; `one => …` gets parentheses. */
export function addParameter(
  text: string,
  make: LiteralFunction,
  parameter: string,
  style: TextStyle,
): string {
  const { params = [] } = make;
  const [first] = params;
  const close = text.lastIndexOf(')', closingFrom(text, make));
  const open = text.lastIndexOf('(', first === undefined ? close : startOf(first));
  if (first !== undefined && (open < startOf(make) || close < endOf(first))) {
    return splice(splice(text, endOf(first), `, ${parameter})`), startOf(first), '(');
  }
  return insertItem(text, { open, close, items: params }, style, () => parameter, true);
}

/** The position before which the parameters' closing parenthesis is searched. */
function closingFrom(text: string, { returnType, body, type }: LiteralFunction): number {
  if (returnType) return startOf(returnType);
  const start = startOf(body ?? {});
  return type === 'ArrowFunctionExpression' ? text.lastIndexOf('=>', start) : start;
}

/** The statement, or the declaration within it, that exports a name. */
export function exportedAs(text: string, file: string, name: string): Node {
  for (const statement of parseModule(text, file).program.body) {
    const declaration = (statement as { declaration?: AnyDeclaration | null }).declaration ?? statement;
    const { id, declarations = [] } = declaration as AnyDeclaration;
    if (id?.name === name || declarations.some((each) => each.id.name === name)) return declaration as Node;
  }
  throw new NotUnderstoodError(file, `${name} is not declared in it`);
}

interface AnyDeclaration extends Node {
  readonly id?: { readonly name?: string } | null;
  readonly declarations?: readonly { readonly id: { readonly name?: string } }[];
}
