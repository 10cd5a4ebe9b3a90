import type { Brackets } from '../break-list.ts';
import { quotedAs } from '../code.ts';
import { checkParameters, exportedAs, holds, type Injection, servicesIn } from '../injected.ts';
import { insertItem } from '../insert.ts';
import { NotUnderstoodError, TakenError } from '../not-understood.ts';
import { addStatement } from '../statements.ts';
import { endOf, type Node, startOf } from '../syntax.ts';
import { indentationAt, styleOf, type TextStyle } from '../text-style.ts';
import { afterComment, splice } from '../comments.ts';

interface Member extends Node {
  readonly static?: boolean;
  readonly kind?: string;
  readonly computed?: boolean;
  readonly key?: Node & { readonly name?: string; readonly id?: { readonly name?: string } };
  readonly value?: Node | null;
  readonly params?: readonly Node[];
  readonly body?: Node & { readonly body?: readonly Node[] };
}

interface Parts {
  readonly superClass: Node | null | undefined;
  readonly body: Node;
  readonly members: readonly Member[];
  readonly list: Member | undefined;
  readonly maker: Member | undefined;
  /** The fields before the constructor. */
  readonly fields: readonly Member[];
}

/**
 * Adds a service to the static `inject` of a class, to its fields and to its constructor, which are created if they
 * are missing.
 */
export function injectIntoClass(text: string, file: string, name: string, injection: Injection): string {
  const { list, maker, superClass, members } = partsOf(text, file, name);
  if (list !== undefined && holds(servicesIn(list.value, file, name), text, injection)) return text;
  const { field } = injection;
  if (members.some(({ key }) => (key?.name ?? key?.id?.name) === field)) {
    throw new TakenError(`${name} in ${file} has a member "${field}" already: rename it first.`);
  }
  if (superClass && (list === undefined || maker === undefined)) {
    throw new NotUnderstoodError(
      file,
      `${name} extends another class, and has no static inject and constructor of its own`,
    );
  }
  if (members.some(({ type }) => type === 'TSDeclareMethod')) {
    throw new NotUnderstoodError(file, `a method of ${name} has several signatures`);
  }
  // Rejects a constructor with other parameters before anything is changed.
  const services = list === undefined ? NO_SERVICES : servicesIn(list.value, file, name);
  if (maker !== undefined) parametersOf(text, services, maker, file, name);
  const style = styleOf(text, file);
  return [addToList, addField, addParameter].reduce(
    (edited, add) => add(edited, partsOf(edited, file, name), { file, name, injection, style }),
    text,
  );
}

const NO_SERVICES = { open: 0, close: 0, items: [] };

interface Adding {
  readonly file: string;
  readonly name: string;
  readonly injection: Injection;
  readonly style: TextStyle;
}

function addToList(text: string, { list, body, members }: Parts, adding: Adding): string {
  const { file, name, injection, style } = adding;
  const code = quotedAs(injection.code, style);
  if (list !== undefined) return insertItem(text, servicesIn(list.value, file, name), style, () => code);
  return addMember(
    text,
    startOf(body) + 1,
    `static readonly inject = [${code}] as const${style.semicolon}`,
    members,
    style,
  );
}

function addField(text: string, { fields, list, members }: Parts, { injection, style }: Adding): string {
  const { field, type } = injection;
  const last = fields.at(-1) ?? list;
  const line = `readonly #${field}: ${quotedAs(type, style)}${style.semicolon}`;
  return addMember(text, afterComment(text, endOf(last ?? {}), text.length), line, members, style);
}

function addParameter(text: string, { maker, members, list, fields, body }: Parts, adding: Adding): string {
  const { file, name, injection, style } = adding;
  const { field } = injection;
  const parameter = `${field}: ${quotedAs(injection.type, style)}`;
  const assignment = `this.#${field} = ${field}${style.semicolon}`;
  if (maker === undefined) {
    const outside = indentationAt(text, startOf(fields[0] ?? body));
    const lines = [`constructor(${parameter}) {`, `${style.indent}${assignment}`, '}'];
    const last = endOf(fields.at(-1) ?? list ?? {});
    const isEnd = members.every((member) => startOf(member) < last);
    const added = lines.map((line) => `${style.eol}${outside}${line}`).join('');
    const position = afterComment(text, last, text.length);
    return splice(
      text,
      position,
      `${style.eol}${added}${isEnd || hasBlankLine(text, position) ? '' : style.eol}`,
    );
  }
  const block: Node & { readonly body?: readonly Node[] } = maker.body ?? body;
  const statements = block.body ?? [];
  const assigned = addStatement(
    text,
    { open: startOf(block), close: endOf(block) - 1, statements },
    style,
    assignment,
  );
  // The array already contains the new service.
  const services = servicesIn(list?.value, file, name);
  const before = { ...services, items: services.items.slice(0, -1) };
  const parameters = parametersOf(text, before, maker, file, name);
  return insertItem(assigned, parameters, style, () => parameter, true);
}

function parametersOf(text: string, services: Brackets, maker: Member, file: string, name: string): Brackets {
  const { key, params = [], body } = maker;
  checkParameters(services.items, params, file, name);
  const open = text.indexOf('(', endOf(key ?? maker));
  return { open, close: text.lastIndexOf(')', startOf(body ?? maker)), items: params };
}

/** Adds a line after a position of a class, with the indentation of its members. */
function addMember(
  text: string,
  position: number,
  line: string,
  members: readonly Member[],
  style: TextStyle,
): string {
  const outside = indentationAt(text, position);
  const [first] = members;
  const indentation = first === undefined ? outside + style.indent : indentationAt(text, startOf(first));
  const rest = text.slice(position);
  const added = `${style.eol}${indentation}${line}`;
  // A one-line class is closed on the next line.
  if (/^[ \t]*\}/.test(rest))
    return `${text.slice(0, position)}${added}${style.eol}${outside}${rest.trimStart()}`;
  return splice(text, position, added);
}

function hasBlankLine(text: string, position: number): boolean {
  return /^[ \t]*\r?\n[ \t]*\r?\n/.test(text.slice(position));
}

function partsOf(text: string, file: string, name: string): Parts {
  const declaration = exportedAs(text, file, name) as Node & {
    readonly superClass?: Node | null;
    readonly body: Node & { readonly body: readonly Member[] };
  };
  const { superClass, body } = declaration;
  const members = body.body;
  const list = members.find(({ static: isStatic, key }) => isStatic === true && key?.name === 'inject');
  const maker = members.find(({ kind }) => kind === 'constructor');
  const limit = startOf(maker ?? { start: endOf(body) });
  const fields = members.filter(
    (member) =>
      /^Class(?:Private)?Property$/.test(member.type) && member.static !== true && startOf(member) < limit,
  );
  return { superClass, body, members, list, maker, fields };
}
