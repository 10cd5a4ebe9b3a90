import { Reference } from '../../edit/code.ts';
import type { Site } from '../../site.ts';
import type { Change } from '../change.ts';
import { configFile, configure } from '../config-files.ts';
import { requirePackages } from '../packages.ts';
import type { SchemaLibrary } from './schema-library.ts';

/** Makes package.json ask for a library, and the configuration convert its schemas where they cannot do it themselves. */
export function requireLibrary(site: Site, change: Change, { packages }: SchemaLibrary): void {
  requirePackages(change, packages);
  if (!Object.hasOwn(packages, 'valibot')) return;
  const existing = configFile(site, 'openapi', '');
  const file = existing.endsWith('.json') ? 'config/autoload/valibot.global.ts' : existing;
  // One that is there already is the site's own choice.
  if (/\bvalibot\b/.test(change.read(file) ?? '')) return;
  const code = "(schema) => toJsonSchema(schema, { target: 'draft-2020-12', typeMode: 'input' })";
  const entry = {
    path: ['openapi', 'converters'],
    key: 'valibot',
    value: new Reference(code),
    within: 'map',
  } as const;
  configure(site, change, file, entry, [{ name: 'toJsonSchema', from: '@valibot/to-json-schema' }]);
}
