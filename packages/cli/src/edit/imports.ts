import { insertItem } from './insert.ts';
import { splice } from './comments.ts';
import {
  declarationsIn,
  endOf,
  type File,
  type ImportDeclaration,
  parseModule,
  startOf,
  TakenError,
} from './syntax.ts';
import { quoted } from './code.ts';
import { lineEnd, styleOf } from './text-style.ts';

/** A name that a file needs, and the module that exports it. */
export interface Import {
  readonly name: string;
  readonly from: string;
  /** Whether it is used as a type only. */
  readonly isType?: boolean;
}

/**
 * Ensures that a file imports a name; a type import becomes a value import if needed.
 *
 * @returns the same text when the import exists
 * @throws TakenError when the name has another meaning in the file
 */
export function addImport(text: string, file: string, imported: Import): string {
  if (file.endsWith('.json')) return text;
  const { name, from, isType = false } = imported;
  const module = parseModule(text, file);
  const style = styleOf(text, file);
  const declarations = module.program.body.filter((statement) => statement.type === 'ImportDeclaration');
  const same = declarations.filter(({ source }) => source.value === from);
  const present = same.find((declaration) => specifierOf(declaration, name) !== undefined);
  if (present !== undefined) return isType ? text : asValue(text, present, name);
  if (bindingsOf(module).has(name)) {
    throw new TakenError(
      /^[.#]/.test(from)
        ? `The name ${name} has another meaning in ${file}: rename it there, or choose another name.`
        : `${file} uses the name ${name} for something else, but needs ${name} of ${from}: rename yours.`,
    );
  }
  const withBraces = same.filter(({ specifiers }) =>
    specifiers.some(({ type }) => type === 'ImportSpecifier'),
  );
  const ofValues = withBraces.find(({ importKind }) => importKind !== 'type');
  const ofTypes = withBraces.find(({ importKind }) => importKind === 'type');
  const open = (isType ? ofTypes : undefined) ?? ofValues;
  if (open !== undefined) {
    const items = open.specifiers.filter(({ type }) => type === 'ImportSpecifier');
    const start = text.lastIndexOf('{', startOf(items[0] ?? open));
    const close = text.indexOf('}', endOf(items.at(-1) ?? open));
    const item = isType && open !== ofTypes ? `type ${name}` : name;
    return insertItem(text, { open: start, close, items }, style, () => item);
  }
  const kind = isType ? 'type ' : '';
  const line = `import ${kind}{ ${name} } from ${quoted(from, style)}${style.semicolon}`;
  const last = declarations.at(-1);
  if (last !== undefined) return splice(text, lineEndBehind(text, last), `${style.eol}${line}`);
  const start = /^\uFEFF?(?:#![^\n]*\n)?/.exec(text)?.[0].length ?? 0;
  return splice(text, start, `${line}${style.eol}${style.eol}`);
}

/** Removes `type` from an imported name; other names of the import keep it. */
function asValue(text: string, declaration: ImportDeclaration, name: string): string {
  const isOfTypes = declaration.importKind === 'type';
  let edited = text;
  // From the end, so that earlier positions stay valid.
  for (const specifier of declaration.specifiers.toReversed()) {
    const isWanted = specifier === specifierOf(declaration, name);
    const isMarked = specifier.type === 'ImportSpecifier' && specifier.importKind === 'type';
    const position = startOf(specifier);
    if (isOfTypes && !isWanted) edited = splice(edited, position, 'type ');
    else if (isMarked && isWanted) edited = withoutType(edited, position);
  }
  return isOfTypes ? withoutType(edited, startOf(declaration) + 'import '.length) : edited;
}

function withoutType(text: string, position: number): string {
  return text.slice(0, position) + text.slice(position).replace(/^\s*type\s+/, '');
}

/** The imported names of a file, each with its module and exported name. */
export function importsOf(text: string, file: string): Map<string, Import> {
  const found = new Map<string, Import>();
  if (file.endsWith('.json')) return found;
  for (const statement of parseModule(text, file).program.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier') continue;
      const { imported, local } = specifier;
      const name = imported.type === 'Identifier' ? imported.name : imported.value;
      found.set(local.name, { name, from: statement.source.value });
    }
  }
  return found;
}

// A statement may share its line with the next one, as in a file that is a single line.
function lineEndBehind(text: string, declaration: ImportDeclaration): number {
  const end = endOf(declaration);
  const rest = text.slice(end, lineEnd(text, end));
  return /^\s*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/\s*)?$/.test(rest) ? end + rest.trimEnd().length : end;
}

/** The import specifier by which a declaration binds a name. */
function specifierOf(
  { specifiers }: ImportDeclaration,
  name: string,
): ImportDeclaration['specifiers'][number] | undefined {
  return specifiers.find(
    (specifier) =>
      specifier.type === 'ImportSpecifier' &&
      specifier.local.name === name &&
      specifier.imported.type === 'Identifier' &&
      specifier.imported.name === name,
  );
}

/** All names bound at the top level of a module. */
function bindingsOf(module: File): Set<string> {
  const imported = module.program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : [],
  );
  return new Set([...imported, ...declarationsIn(module).keys()]);
}
