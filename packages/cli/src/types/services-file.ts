import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AUTOLOAD_FOLDER, listed } from '../../../command-line/src/autoload-list.ts';
import { NotUnderstoodError } from '../edit/not-understood.ts';
import type { TextStyle } from '../edit/text-style.ts';
import { quotedAs } from '../edit/code.ts';
import { readIn } from '../site/files.ts';
import { printAugmentation } from './augmentation.ts';
import { ConfiguredTypes } from './configured-types.ts';

/**
 * The type file with the types of the services that shared configuration files register. Types that aren't visible in
 * their text are omitted.
 *
 * @param root the absolute folder of the project
 * @returns undefined when there are no types
 */
export function servicesFile(root: string, style: TextStyle): string | undefined {
  const types = new ConfiguredTypes();
  const folder = join(root, AUTOLOAD_FOLDER);
  for (const name of existsSync(folder) ? listed(readdirSync(folder)) : []) {
    const file = `${AUTOLOAD_FOLDER}/${name}`;
    const text = readIn(root, file) ?? '';
    if (!text.includes('dependencies')) continue;
    try {
      types.add(text, file);
    } catch (error) {
      if (!(error instanceof NotUnderstoodError)) throw error;
    }
  }
  const known = [...types.all()].map(([id, type]): [string, string] => [id, quotedAs(type, style)]);
  if (known.length === 0) return undefined;
  return printAugmentation(
    "The services of config/autoload/. Written by fw types: do not edit; the project's own `Services` takes precedence.",
    'ConfiguredServices',
    new Map(known),
    style,
    known.some(([, type]) => type.includes('MadeBy<')) ? ['MadeBy'] : [],
  );
}
