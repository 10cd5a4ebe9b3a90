import { bracketsOf } from './break-list.ts';
import { Call, type Code, printCode, printKey, printProperty, Reference } from './code.ts';
import { ConfigShape, type Found, keyOf, valuesIn } from './config-shape.ts';
import { groupCall, groupIn } from './groups.ts';
import { insertItem } from './insert.ts';
import { TakenError } from './syntax.ts';
import { styleOf, type TextStyle } from './text-style.ts';

/** An entry to add to a configuration file. */
export interface ConfigEntry {
  /** The path of keys from the root: `['dependencies', 'factories']`. */
  readonly path: readonly string[];
  /** The key of the entry in an object. */
  readonly key: string;
  readonly value: Code;
  /** The type of value to create when `path` is missing. */
  readonly within: 'list' | 'map';
  /** For a route: the whole prefix of its group, which is created if it is missing. */
  readonly group?: string;
  /** Whether an existing value is this entry already; by default, when key and value are the same. */
  readonly isSame?: (existing: unknown) => boolean;
}

/**
 * Adds an entry to a configuration file, and leaves the rest unchanged.
 *
 * @returns the same text when the entry is already there
 * @throws NotUnderstoodError when the file can't be edited safely
 * @throws TakenError when the key is in use for something else
 */
export function addToConfig(text: string, file: string, entry: ConfigEntry): string {
  const { group, ...ungrouped } = entry;
  const shape = new ConfigShape(text, file);
  if (group === undefined) return addTo(shape, text, file, shape.find(entry.path), entry);
  const { place, missing } = groupIn(shape, text, file, shape.find(entry.path), group);
  if (missing === '') return addTo(shape, text, file, place, ungrouped);
  return addTo(shape, text, file, place, grouped(ungrouped, missing));
}

/** An entry wrapped in a group. */
function grouped(entry: ConfigEntry, prefix: string): ConfigEntry {
  return { ...entry, key: prefix, value: groupCall(prefix, entry.value), isSame: () => false };
}

function addTo(shape: ConfigShape, text: string, file: string, found: Found, entry: ConfigEntry): string {
  const style = styleOf(text, file);
  if (found.kind === 'missing') {
    const { within, missing } = found;
    return insertItem(text, bracketsOf(within, within.properties), style, (indentation) =>
      printPath(missing, entry, style, indentation),
    );
  }
  const isSame = entry.isSame ?? ((existing) => sameValue(existing, entry.value));
  if (found.kind === 'list') {
    const elements = valuesIn(found);
    if (elements.some((element) => isSame(shape.read(element, text)))) return text;
    return insertItem(text, bracketsOf(found.node, elements), style, (indentation) =>
      printCode(entry.value, style, indentation),
    );
  }
  for (const property of found.node.properties) {
    if (property.type !== 'ObjectProperty') continue;
    const same = isSame(shape.read(property.value, text));
    if (same && (entry.isSame !== undefined || keyOf(property) === entry.key)) return text;
    if (keyOf(property) === entry.key) {
      throw new TakenError(
        `${file} has "${entry.key}" in ${entry.path.join('.')} already: choose another name.`,
      );
    }
  }
  return insertItem(text, bracketsOf(found.node, found.node.properties), style, (indentation) =>
    printProperty(entry.key, entry.value, style, indentation),
  );
}

/** The lines to paste into a file by hand. */
export function snippetOf(entry: ConfigEntry, file: string): string {
  const style: TextStyle = { ...styleOf('', file), eol: '\n' };
  const { group } = entry;
  return `${printPath(entry.path, group === undefined ? entry : grouped(entry, group), style, '')},`;
}

/** Prints an entry with its path of keys. */
function printPath(
  [first = '', ...rest]: readonly string[],
  entry: ConfigEntry,
  style: TextStyle,
  indentation: string,
): string {
  const { within, key, value } = entry;
  const isList = rest.length === 0 && within === 'list';
  if (!isEntry(value)) {
    const innermost: Code = within === 'list' ? [value] : { [key]: value };
    const nested = rest.reduceRight<Code>((inner, name) => ({ [name]: inner }), innermost);
    return printProperty(first, nested, style, indentation);
  }
  const inner = indentation + style.indent;
  const item =
    rest.length > 0
      ? printPath(rest, entry, style, inner)
      : isList
        ? printCode(value, style, inner)
        : printProperty(key, value, style, inner);
  const [open, close] = isList ? '[]' : '{}';
  const comma = style.json ? '' : ',';
  return `${printKey(first, style)}: ${open}${style.eol}${inner}${item}${comma}${style.eol}${indentation}${close}`;
}

/** Whether a value is more than a name or a number, and is written on a line of its own. */
function isEntry(value: Code): boolean {
  return value instanceof Reference ? /[([{]/.test(value.code) : typeof value === 'object';
}

function sameValue(existing: unknown, value: Code): boolean {
  return JSON.stringify(existing) === JSON.stringify(comparable(value));
}

function comparable(value: Code): unknown {
  if (value instanceof Reference) return { code: value.code };
  if (value instanceof Call) return { call: value.callee, arguments: value.args.map(comparable) };
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner as Code)]));
}
