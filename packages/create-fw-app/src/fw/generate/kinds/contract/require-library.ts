import { Reference } from '../../../edit/code.ts';
import type { Site } from '../../../site.ts';
import type { Change } from '../../engine/change.ts';
import { configFiles, configure } from '../config-files.ts';
import { requirePackages } from '../../engine/packages.ts';
import type { SchemaLibrary } from './schema-library.ts';

// Of its own, because `fw add openapi` makes one for what else is said of the document.
const CONVERTER_FILE = 'config/autoload/valibot.global.ts';

/** Makes package.json ask for a library, and the configuration convert its schemas where they cannot do it themselves. */
export function requireLibrary(site: Site, change: Change, { packages }: SchemaLibrary): void {
  requirePackages(change, packages);
  if (!Object.hasOwn(packages, 'valibot')) return;
  // One that is there already is the site's own choice.
  if (configFiles(site).some((path) => /\bvalibot\b\S* *:/.test(change.read(path) ?? ''))) return;
  const code = "(schema) => toJsonSchema(schema, { target: 'draft-2020-12', typeMode: 'input' })";
  const entry = {
    path: ['openapi', 'converters'],
    key: 'valibot',
    value: new Reference(code),
    within: 'map',
  } as const;
  configure(site, change, CONVERTER_FILE, entry, [{ name: 'toJsonSchema', from: '@valibot/to-json-schema' }]);
}
