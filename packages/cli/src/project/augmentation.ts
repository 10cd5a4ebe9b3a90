import { printKey, quoted } from '../edit/code.ts';
import type { TextStyle } from '../edit/text-style.ts';

/** The types of the members of an interface by their names. */
export type Members = ReadonlyMap<string, string>;

/**
 * A file of declarations that adds to interfaces of the framework.
 *
 * @param interfaces the added members by the name of the interface
 * @param imported the types of the framework that the members use
 */
export function printAugmentation(
  comment: string,
  interfaces: Readonly<Record<string, Members>>,
  style: TextStyle,
  imported: readonly string[] = [],
): string {
  const { semicolon, eol } = style;
  const runtime = quoted('fw-runtime', style);
  const printed = Object.entries(interfaces).flatMap(([name, members]) => [
    '',
    ...printInterface(name, members, style),
  ]);
  return [
    '/* eslint-disable */',
    `// ${comment}`,
    // Without an import or export, this would declare the module instead of augmenting it.
    imported.length === 0
      ? `import ${runtime}${semicolon}`
      : `import type { ${imported.join(', ')} } from ${runtime}${semicolon}`,
    '',
    `declare module ${runtime} {`,
    ...printed.slice(1),
    '}',
    '',
  ].join(eol);
}

function printInterface(name: string, members: Members, style: TextStyle): string[] {
  const { indent, semicolon } = style;
  const sorted = [...members].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const lines = sorted.map(
    ([key, type]) => `${indent}${indent}readonly ${printKey(key, style)}: ${type}${semicolon}`,
  );
  return [`${indent}interface ${name} {`, ...lines, `${indent}}`];
}

/** The folder of generated type files, relative to the project. */
export const TYPES_FOLDER = '.fw/types';
