import type { Brackets } from './break-list.ts';
import type { Import } from './imports.ts';
import { NotUnderstoodError } from './not-understood.ts';
import { endOf, type Node, parseModule, startOf, textOf } from './syntax.ts';

/** A service that something is to be given. */
export interface Injection {
  /** What stands for it in the list of `inject`: a class, or the id in quotes. */
  readonly code: string;
  /** Its names, by which it may stand in the list already. */
  readonly names: readonly string[];
  /** The name of its field and its parameter. */
  readonly field: string;
  readonly type: string;
  /** Whether the function of `inject()` knows the type of its parameter without being told. */
  readonly isKnown: boolean;
  /** What has to be imported for it; undefined when nothing has. */
  readonly imported: Import | undefined;
}

interface AnyExpression extends Node {
  readonly expression?: AnyExpression;
  readonly elements?: readonly (Node | null)[];
  readonly name?: string;
  readonly value?: unknown;
}

/** A value without `as const` and the like around it. */
export function withoutTypes(node: Node | null | undefined): AnyExpression | undefined {
  const { type = '', expression } = (node ?? {}) as Partial<AnyExpression>;
  return /^TS\w+Expression$/.test(type)
    ? withoutTypes(expression)
    : ((node ?? undefined) as AnyExpression | undefined);
}

/**
 * The brackets of a list of services.
 *
 * @throws NotUnderstoodError when it is no list that is written out, or holds what is no service
 */
export function servicesIn(node: Node | null | undefined, file: string, name: string): Brackets {
  const list = withoutTypes(node);
  const items = list?.elements ?? [];
  const isPlain = items.every((item) => item !== null && item.type !== 'SpreadElement');
  if (list?.type !== 'ArrayExpression' || !isPlain) {
    throw new NotUnderstoodError(file, `the services of ${name} are not a list that is written out there`);
  }
  return { open: startOf(list), close: endOf(list) - 1, items: items as readonly Node[] };
}

/** Whether a service stands in a list already, by its class or its id. */
export function holds({ items }: Brackets, text: string, { names }: Injection): boolean {
  return items.some((item) => names.includes(textOf(text, item).replaceAll(/^['"`]|['"`]$/g, '')));
}

/**
 * The parentheses around parameters, of which there must be as many as services.
 *
 * @param close where the closing parenthesis stands
 * @throws NotUnderstoodError when there are others
 */
export function parametersFor(
  services: Brackets,
  parameters: readonly Node[],
  { open, close, file, name }: { open: number; close: number; file: string; name: string },
): Brackets {
  const [given, taken] = [services.items.length, parameters.length];
  if (parameters.some(({ type }) => type === 'RestElement')) {
    throw new NotUnderstoodError(file, `${name} has a rest parameter`);
  }
  if (given !== taken) {
    throw new NotUnderstoodError(
      file,
      `${name} takes ${taken} ${taken === 1 ? 'parameter' : 'parameters'}, but lists ${given} ${given === 1 ? 'service' : 'services'}`,
    );
  }
  return { open, close, items: parameters };
}

/** The statement, or the declaration within, that exports a name. */
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
