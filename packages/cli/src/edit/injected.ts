import { type Brackets, bracketsOf } from './break-list.ts';
import { type AnyNode, type Node, NotUnderstoodError, parseModule } from './syntax.ts';

/** The value without `as const` and similar type syntax. */
export function withoutTypes(node: Node | null | undefined): AnyNode | undefined {
  const found = (node ?? undefined) as AnyNode | undefined;
  return /^TS\w+Expression$/.test(found?.type ?? '') ? withoutTypes(found?.expression) : found;
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
