import { bracketsOf } from './break-list.ts';
import { exportedAs, withoutTypes } from './injected.ts';
import { insertItem } from './insert.ts';
import { endOf, nameOfKey, type Node, NotUnderstoodError, startOf, textOf } from './syntax.ts';
import { addStatement } from './statements.ts';
import { styleOf } from './text-style.ts';

interface Member extends Node {
  readonly key?: { readonly name?: string; readonly value?: unknown };
  readonly typeAnnotation?: { readonly typeAnnotation: Node };
}

/** A declaration of a module, such as an interface. */
export interface Declared extends Node {
  readonly id?: { readonly name?: string };
  readonly declaration?: Declared | null;
  readonly body?: Node & { readonly body?: readonly Member[] };
  readonly declarations?: readonly { readonly id: { readonly name?: string }; readonly init?: Node | null }[];
}

/** The members of an interface that have a name and a type, with the text of the type. */
export function membersOf(text: string, { body }: { readonly body?: Declared['body'] }): Map<string, string> {
  return new Map(
    (body?.body ?? []).flatMap(({ key, typeAnnotation }) => {
      const name = nameOfKey(key);
      return name === undefined || typeAnnotation === undefined
        ? []
        : [[name, textOf(text, typeAnnotation.typeAnnotation)] as const];
    }),
  );
}

/**
 * Adds a member to an exported interface.
 *
 * @param member its line, as in `readonly title: string`
 * @returns the same text when the interface has a member of this name
 * @throws NotUnderstoodError when the file has no such interface
 */
export function addToInterface(
  text: string,
  file: string,
  name: string,
  { key, member }: { readonly key: string; readonly member: string },
): string {
  const { type, body } = exportedAs(text, file, name) as Declared;
  if (type !== 'TSInterfaceDeclaration' || body === undefined) {
    throw new NotUnderstoodError(file, `${name} is not an interface`);
  }
  const members = body.body ?? [];
  if (members.some((each) => nameOfKey(each.key) === key)) return text;
  const style = styleOf(text, file);
  const block = { open: startOf(body), close: endOf(body) - 1, statements: members };
  return addStatement(text, block, style, `${member}${style.semicolon}`);
}

/**
 * Adds an entry to an exported constant, which is a literal object.
 *
 * @param entry as in `'0002-create-posts': createPosts`
 * @returns the same text when the object has the key
 * @throws NotUnderstoodError when the constant isn't such an object
 */
export function addToObject(
  text: string,
  file: string,
  name: string,
  { key, entry }: { readonly key: string; readonly entry: string },
): string {
  const { declarations = [] } = exportedAs(text, file, name) as Declared;
  const object = withoutTypes(declarations.find(({ id }) => id.name === name)?.init);
  if (object?.type !== 'ObjectExpression')
    throw new NotUnderstoodError(file, `${name} is not an object literal`);
  const { properties = [] } = object as { readonly properties?: readonly Member[] };
  if (properties.some((each) => nameOfKey(each.key) === key)) return text;
  return insertItem(text, bracketsOf(object, properties), styleOf(text, file), () => entry, false);
}
