import type { Choices } from '../../../../command-line/src/flag.ts';
import { arktype } from './arktype.ts';
import type { SchemaLibrary } from './schema-library.ts';
import { valibot } from './valibot.ts';
import { zod } from './zod.ts';

export type LibraryName = 'zod' | 'valibot' | 'arktype';

export const LIBRARY_NAMES: Choices<LibraryName> = {
  zod: 'the most used one',
  valibot: 'the smallest in a bundle',
  arktype: 'schemas that read like types',
};

export const LIBRARIES: Readonly<Record<LibraryName, SchemaLibrary>> = { zod, valibot, arktype };
