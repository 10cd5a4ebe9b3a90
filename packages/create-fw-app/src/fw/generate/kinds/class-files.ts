import { CommandError } from '../../../errors.ts';
import { Reference } from '../../edit/code.ts';
import type { Import } from '../../edit/imports.ts';
import type { Site } from '../../site.ts';
import type { Change } from '../engine/change.ts';
import { configFile, configure, registeredServices } from './config-files.ts';
import { kebabCase } from '../engine/names.ts';

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

/** @param folder of `src/`, where no feature is given */
export function classFiles(site: Site, className: string, folder: string, feature: string): ClassFiles {
  const file = kebabCase(className);
  const place = feature === '' ? folder : feature;
  return {
    className,
    source: `src/${place}/${file}.ts`,
    test: feature === '' ? `test/${file}.test.ts` : `test/${feature}/${file}.test.ts`,
    module: `${site.alias}/${place}/${file}`,
    up: feature === '' ? '..' : '../../..',
  };
}

/** @throws CommandError when there is a service of this name already, which the container would take for the class */
export function refuseNamesake(
  site: Site,
  change: Change,
  { className, module }: Pick<ClassFiles, 'className' | 'module'>,
  flag = '--class',
): void {
  const other = registeredServices(site, change).find(
    ({ id, imported }) => id === className && imported?.from !== module,
  );
  if (other === undefined) return;
  throw new CommandError(
    `${other.file} has a service "${className}" in dependencies.${other.map} already: choose another ${flag}.`,
  );
}

/** Registers a class with the container, or the factory `create<Class>` beside it. */
export function registerService(
  site: Site,
  change: Change,
  { className, module }: Pick<ClassFiles, 'className' | 'module'>,
  map: 'invokables' | 'factories',
  feature: string,
): void {
  const name = map === 'factories' ? `create${className}` : className;
  const file = dependenciesFile(site, feature);
  configureService(site, change, file, { map: [map], key: className, name, from: module });
}

/** The configuration file that services are registered in; JSON can name none. */
export function dependenciesFile(site: Site, feature: string): string {
  const file = configFile(site, 'dependencies', feature);
  return file.endsWith('.json') ? 'config/autoload/dependencies.global.ts' : file;
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
