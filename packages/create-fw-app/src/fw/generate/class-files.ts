import { CommandError } from '../../errors.ts';
import { Reference } from '../edit/code.ts';
import type { Import } from '../edit/imports.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import { configFile, configure, registeredServices } from './config-files.ts';
import { camelCase, kebabCase } from './names.ts';

/** Where a generated class and its test go, and what they import one another as. */
export interface ClassFiles {
  readonly className: string;
  /** As in `src/action/ping.ts`. */
  readonly source: string;
  /** As in `test/ping.test.ts`. */
  readonly test: string;
  /** As in `#app/action/ping`. */
  readonly module: string;
  /** The site's folder as seen from the test, as in `..`. */
  readonly up: string;
}

/** Something that a generated class is given by the container. */
export interface Injected {
  readonly id: string;
  /** The name of its field and its parameter. */
  readonly field: string;
  readonly type: string;
  /** Where the type comes from; undefined for one of TypeScript's own. */
  readonly imported: Import | undefined;
  /** What `container.get` is called with. */
  readonly argument: string;
  /** Whether the type must be given to `container.get`, because its argument does not say it. */
  readonly typed: boolean;
}

/** @param folder of `src/`, where no feature is given */
export function classFiles(site: Site, className: string, folder: string, feature: string): ClassFiles {
  const file = kebabCase(className);
  const place = feature === '' ? folder : feature;
  return {
    className,
    source: `src/${place}/${file}.ts`,
    test: feature === '' ? `test/${file}.test.ts` : `test/${feature}/${file}.test.ts`,
    module: `${site.alias}/${place}/${file}`,
    up: feature === '' ? '..' : '../..',
  };
}

/** Registers a class with the container: as an invokable, or by a factory where it is given services. */
export function registerClass(
  site: Site,
  change: Change,
  { className, module }: ClassFiles,
  hasFactory: boolean,
  feature: string,
): void {
  const file = configFile(site, 'dependencies', feature);
  const map = hasFactory ? 'factories' : 'invokables';
  const other = registeredServices(site, change).find(
    (service) => service.id === className && !(service.file === file && service.map === map),
  );
  if (other !== undefined) {
    throw new CommandError(
      `${other.file} has a service "${className}" in dependencies.${other.map} already: choose another --class.`,
    );
  }
  const name = hasFactory ? `create${className}` : className;
  const place = file.endsWith('.json') ? 'config/autoload/dependencies.global.ts' : file;
  configureService(site, change, place, { map: [map], key: className, name, from: module });
}

/** Something that is imported to be registered with the container. */
export interface RegisteredImport extends Import {
  /** Where in `dependencies`, as in `['factories']`. */
  readonly map: readonly string[];
  /** What is made when nothing stands there; a map when absent. */
  readonly within?: 'list' | 'map';
  readonly key: string;
}

/** Adds something to `dependencies`, and imports it. */
export function configureService(
  site: Site,
  change: Change,
  file: string,
  { map, within = 'map', key, name, from }: RegisteredImport,
): void {
  const entry = { path: ['dependencies', ...map], key, value: new Reference(name), within };
  configure(site, change, file, entry, [{ name, from }]);
}

/** For each id, what a class has to be written with to be given that service. */
export function injectedServices(site: Site, change: Change, ids: readonly string[]): Injected[] {
  const known = registeredServices(site, change);
  return [...new Set(ids)].map((id) => {
    const field = camelCase(id);
    if (id === 'config') {
      return injected(id, field, 'Config', { name: 'Config', from: site.runtime });
    }
    const imported = known.find((service) => service.id === id)?.imported;
    if (imported === undefined || !exportsClass(site, change, imported.from, id)) {
      return { id, field, type: 'unknown', imported: undefined, argument: `'${id}'`, typed: true };
    }
    return { ...injected(id, field, id, { name: id, from: imported.from }), argument: id, typed: false };
  });
}

function injected(id: string, field: string, type: string, imported: Import): Injected {
  return { id, field, type, imported, argument: `'${id}'`, typed: true };
}

function exportsClass(site: Site, change: Change, module: string, name: string): boolean {
  if (!module.startsWith(`${site.alias}/`)) return false;
  const text = change.read(`src/${module.slice(site.alias.length + 1)}.ts`) ?? '';
  return new RegExp(String.raw`^export (?:abstract )?class ${name}\b`, 'm').test(text);
}
