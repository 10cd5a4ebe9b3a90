import { insertItem } from './insert.ts';
import { splice } from './trivia.ts';
import { TakenError } from './not-understood.ts';
import { quoted } from './code.ts';
import { declarationsIn, endOf, type File, type ImportDeclaration, parseModule, startOf } from './syntax.ts';
import { lineEnd, styleOf } from './text-style.ts';

/** A name that a file needs, and the module that exports it. */
export interface Import {
  readonly name: string;
  readonly from: string;
}

/**
 * Makes sure that a file imports a name.
 *
 * @returns the same text when it does already
 * @throws {TakenError} when the name stands for something else in the file
 */
export function addImport(text: string, file: string, { name, from }: Import): string {
  if (file.endsWith('.json')) return text;
  const module = parseModule(text, file);
  const style = styleOf(text, file);
  const declarations = module.program.body.filter((statement) => statement.type === 'ImportDeclaration');
  const values = declarations.filter((declaration) => declaration.importKind !== 'type');
  const same = values.filter(({ source }) => source.value === from);
  if (same.some((declaration) => importsName(declaration, name))) return text;
  if (bindingsOf(module).has(name)) {
    throw new TakenError(`The name ${name} stands for something else in ${file}: choose another.`);
  }
  const open = same.find(({ specifiers }) => specifiers.some(({ type }) => type === 'ImportSpecifier'));
  if (open !== undefined) {
    const items = open.specifiers.filter(({ type }) => type === 'ImportSpecifier');
    const start = text.lastIndexOf('{', startOf(items[0] ?? open));
    const close = text.indexOf('}', endOf(items.at(-1) ?? open));
    return insertItem(text, { open: start, close, items }, style, () => name);
  }
  const line = `import { ${name} } from ${quoted(from, style)}${style.semicolon}`;
  const last = declarations.at(-1);
  if (last !== undefined) return splice(text, lineEndBehind(text, last), `${style.eol}${line}`);
  const start = /^(?:\uFEFF)?(?:#![^\n]*\n)?/.exec(text)?.[0].length ?? 0;
  return splice(text, start, `${line}${style.eol}${style.eol}`);
}

/** What the names that a file imports stand for: name to module and exported name. */
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

function importsName(declaration: ImportDeclaration, name: string): boolean {
  return declaration.specifiers.some(
    (specifier) =>
      specifier.type === 'ImportSpecifier' &&
      specifier.importKind !== 'type' &&
      specifier.local.name === name &&
      specifier.imported.type === 'Identifier' &&
      specifier.imported.name === name,
  );
}

/** Every name that stands for something at the top of a module. */
function bindingsOf(module: File): Set<string> {
  const imported = module.program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : [],
  );
  return new Set([...imported, ...declarationsIn(module).keys()]);
}
