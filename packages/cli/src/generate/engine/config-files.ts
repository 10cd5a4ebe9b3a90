import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addToConfig, type ConfigEntry, snippetOf } from '../../edit/config-edit.ts';
import { ConfigShape, keyOf } from '../../edit/config-shape.ts';
import { type Import, importsOf } from '../../edit/imports.ts';
import { TakenError, understood } from '../../edit/syntax.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from './change.ts';

const AUTOLOAD = 'config/autoload';
const EXTENSIONS = ['ts', 'js', 'mjs', 'json'];

/**
 * The configuration file for a subject: the feature's own, an existing one with the subject's name, or a new one.
 *
 * @param subject as in `routes`, for `config/autoload/routes.global.ts`
 */
export function configFile(project: Project, subject: string, feature: string): string {
  const name = feature === '' ? subject : feature;
  const files = EXTENSIONS.map((extension) => `${AUTOLOAD}/${name}.global.${extension}`);
  return files.find((file) => existsSync(join(project.root, file))) ?? `${AUTOLOAD}/${name}.global.ts`;
}

/** Adds an entry, and its imports, to a configuration file. */
export function configure(
  project: Project,
  change: Change,
  file: string,
  entry: ConfigEntry,
  imports: readonly Import[],
): void {
  const blank = file.endsWith('.json')
    ? '{\n}\n'
    : `import { defineConfig } from '${project.runtime}';\n\nexport default defineConfig({\n});\n`;
  const lines = file.endsWith('.json')
    ? []
    : imports.map(({ name, from }) => `import { ${name} } from '${from}';`);
  change.edit(
    file,
    blank,
    (text) => {
      const edited = addToConfig(text, file, entry);
      if (edited === text) rejectNamesakes(text, file, imports);
      return edited;
    },
    [...lines, snippetOf(entry, file)].join('\n'),
    imports,
  );
}

// An existing entry may name something else, imported from another module.
function rejectNamesakes(text: string, file: string, imports: readonly Import[]): void {
  const imported = importsOf(text, file);
  for (const { name, from } of imports) {
    const other = imported.get(name)?.from;
    if (other === undefined || other === from) continue;
    throw new TakenError(`The name ${name} has another meaning in ${file}, from ${other}: choose another.`);
  }
}

/** A service that a configuration file registers. */
export interface RegisteredService {
  readonly id: string;
  readonly file: string;
  readonly map: string;
  /** The import of the registered class or factory. */
  readonly imported: Import | undefined;
}

/** The existing configuration files. */
export function configFiles({ root }: Project): string[] {
  const folder = join(root, AUTOLOAD);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.(ts|js|mjs|json)$/.test(name));
  return names.map((name) => `${AUTOLOAD}/${name}`);
}

/** The services registered literally in configuration files; a project may have others. */
export function registeredServices(project: Project, change: Change): RegisteredService[] {
  const services: RegisteredService[] = [];
  for (const file of configFiles(project)) {
    const text = change.read(file) ?? '';
    if (!text.includes('dependencies')) continue;
    for (const map of ['invokables', 'factories', 'services', 'aliases']) {
      services.push(...servicesIn(text, file, map));
    }
  }
  return services;
}

function servicesIn(text: string, file: string, map: string): RegisteredService[] {
  const shape = understood(() => new ConfigShape(text, file));
  const found = understood(() => shape?.find(['dependencies', map]));
  if (shape === undefined || found?.kind !== 'map') return [];
  const imports = importsOf(text, file);
  return found.node.properties.flatMap((property) => {
    if (property.type !== 'ObjectProperty') return [];
    const id = keyOf(property);
    if (id === undefined) return [];
    const imported = imports.get(codeOf(shape.read(property.value, text)) ?? '');
    return [{ id, file, map, imported }];
  });
}

/** The name in a configuration value: the name of a service, or an identifier in code. */
export function codeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? (value as { code?: string }).code : undefined;
}
