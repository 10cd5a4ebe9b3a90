import type { Choices } from '#command-line/flag';
import { arktype } from './arktype.ts';
import type { SchemaLibrary } from './schema-library.ts';
import { valibot } from './valibot.ts';
import { zod } from './zod.ts';
import { Reference } from '../../edit/code.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from '../engine/change.ts';
import { configFiles, configure } from '../engine/config-files.ts';
import { requirePackages } from '../engine/installation.ts';

export type LibraryName = 'zod' | 'valibot' | 'arktype';

export const LIBRARY_NAMES: Choices<LibraryName> = {
  zod: 'the most popular',
  valibot: 'the smallest bundle',
  arktype: 'schemas that read like types',
};

export const LIBRARIES: Readonly<Record<LibraryName, SchemaLibrary>> = { zod, valibot, arktype };

// A file of its own, because `fw add openapi` creates one for its other options.
const CONVERTER_FILE = 'config/autoload/valibot.global.ts';

/** Adds a library to package.json, and to the configuration a converter for its schemas if the library needs one. */
export function requireLibrary(project: Project, change: Change, { packages }: SchemaLibrary): void {
  requirePackages(change, packages);
  if (!Object.hasOwn(packages, 'valibot')) return;
  // An existing converter is the project's choice.
  if (configFiles(project).some((path) => /\bvalibot\b\S* *:/.test(change.read(path) ?? ''))) return;
  const code = "(schema) => toJsonSchema(schema, { target: 'draft-2020-12', typeMode: 'input' })";
  const entry = {
    path: ['openapi', 'converters'],
    key: 'valibot',
    value: new Reference(code),
    within: 'map',
  } as const;
  configure(project, change, CONVERTER_FILE, entry, [
    { name: 'toJsonSchema', from: '@valibot/to-json-schema' },
  ]);
}
