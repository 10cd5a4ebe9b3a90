import { printKey, quoted } from '../edit/code.ts';
import type { TextStyle } from '../edit/text-style.ts';

/**
 * A file of declarations that adds to an interface of the framework.
 *
 * @param members the type of each by its name
 * @param imported the types of the framework that the members use
 */
export function printAugmentation(
  comment: string,
  name: string,
  members: ReadonlyMap<string, string>,
  style: TextStyle,
  imported: readonly string[] = [],
): string {
  const { indent, semicolon, eol } = style;
  const runtime = quoted('fw-runtime', style);
  const sorted = [...members].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const lines = sorted.map(
    ([key, type]) => `${indent}${indent}readonly ${printKey(key, style)}: ${type}${semicolon}`,
  );
  return [
    '/* eslint-disable */',
    `// ${comment}`,
    // Without an import or export, this would declare the module instead of augmenting it.
    imported.length === 0
      ? `import ${runtime}${semicolon}`
      : `import type { ${imported.join(', ')} } from ${runtime}${semicolon}`,
    '',
    `declare module ${runtime} {`,
    `${indent}interface ${name} {`,
    ...lines,
    `${indent}}`,
    '}',
    '',
  ].join(eol);
}
