import { printKey, quoted } from './code.ts';
import { addToConfig } from './config-edit.ts';
import { ConfigShape, keyOf } from './config-shape.ts';
import { startOf } from './syntax.ts';
import { beginsLine, indentationAt, styleOf } from './text-style.ts';
import { splice } from './comments.ts';

const MANIFEST_FILE = 'package.json';

/** The objects of package.json that list packages. */
export type DependencyMap = 'dependencies' | 'devDependencies';

/**
 * Adds a package to package.json, in alphabetical order, and leaves the rest unchanged.
 *
 * @returns the same text when one of the two objects already lists the package
 */
export function addDependency(text: string, map: DependencyMap, name: string, range: string): string {
  if (dependenciesIn(text).has(name)) return text;
  const found = new ConfigShape(text, MANIFEST_FILE).find([map]);
  const style = styleOf(text, MANIFEST_FILE);
  if (found.kind === 'map') {
    const next = found.node.properties.find(
      (property) => property.type === 'ObjectProperty' && (keyOf(property) ?? '') > name,
    );
    if (next !== undefined) {
      const position = startOf(next);
      const entry = `${printKey(name, style)}: ${quoted(range, style)},`;
      const indentation = indentationAt(text, position);
      const space = beginsLine(text, position) ? style.eol + indentation : ' ';
      return splice(text, position, entry + space);
    }
  }
  return addToConfig(text, MANIFEST_FILE, { path: [map], key: name, value: range, within: 'map' });
}

/**
 * Adds a script to package.json, or to the object of another file.
 *
 * @throws TakenError when another script has this name
 */
export function addScript(
  text: string,
  name: string,
  command: string,
  path: string = MANIFEST_FILE,
  object: string = 'scripts',
): string {
  return addToConfig(text, path, { path: [object], key: name, value: command, within: 'map' });
}

/** The packages listed in package.json, with their ranges. */
export function dependenciesIn(text: string): Map<string, string> {
  const { dependencies, devDependencies } = JSON.parse(text.replace(/^\uFEFF/, '')) as Partial<
    Record<DependencyMap, Readonly<Record<string, string>>>
  >;
  return new Map(Object.entries({ ...devDependencies, ...dependencies }));
}

/**
 * Adds a folder to `include` of a tsconfig.json.
 *
 * @returns the same text when the folder is included already, or there is no `include`, which means all folders
 * @throws NotUnderstoodError when the file can't be edited safely
 */
export function addToInclude(text: string, file: string, folder: string): string {
  if (new ConfigShape(text, file).find(['include']).kind === 'missing') return text;
  const isSame = (existing: unknown): boolean => {
    const [first = ''] = String(existing).replace(/^\.\//, '').split('/');
    return [folder, '**', '.', ''].includes(first);
  };
  return addToConfig(text, file, {
    path: ['include'],
    key: 'include',
    value: folder,
    within: 'list',
    isSame,
  });
}
