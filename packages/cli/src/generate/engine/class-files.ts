import { CommandError } from '#command-line/errors';
import { Reference } from '../../edit/code.ts';
import type { Import } from '../../edit/imports.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from './change.ts';
import { configFile, configure, registeredServices } from './config-files.ts';
import { kebabCase } from './names.ts';

/** The files of a generated class and its test, and the module names by which they import each other. */
export interface ClassFiles {
  readonly className: string;
  /** As in `src/action/ping.ts`. */
  readonly source: string;
  /** As in `test/ping.test.ts`. */
  readonly test: string;
  /** As in `#app/action/ping`. */
  readonly module: string;
}

/** @param folder the folder in `src/` when no feature is given */
export function classFiles(project: Project, className: string, folder: string, feature: string): ClassFiles {
  const file = kebabCase(className);
  const place = feature === '' ? folder : feature;
  return {
    className,
    source: `src/${place}/${file}.ts`,
    test: feature === '' ? `test/${file}.test.ts` : `test/${feature}/${file}.test.ts`,
    module: `${project.alias}/${place}/${file}`,
  };
}

/** The project's folder and `test/app.ts`, as seen from a test. */
export function testImports(feature: string): { readonly up: string; readonly testApp: string } {
  return feature === '' ? { up: '..', testApp: './app.ts' } : { up: '../..', testApp: '../app.ts' };
}

/** @throws CommandError when a service with this name exists, which the container would resolve instead of the class */
export function rejectNamesake(
  project: Project,
  change: Change,
  { className, module }: Pick<ClassFiles, 'className' | 'module'>,
  flag = '--class',
): void {
  const other = registeredServices(project, change).find(
    ({ id, imported }) => id === className && imported?.from !== module,
  );
  if (other === undefined) return;
  throw new CommandError(
    `${other.file} has a service "${className}" in dependencies.${other.map} already: choose another ${flag}.`,
  );
}

/** Registers a class with the container, or the factory `create<Class>` beside it. */
export function registerService(
  project: Project,
  change: Change,
  { className, module }: Pick<ClassFiles, 'className' | 'module'>,
  map: 'invokables' | 'factories',
  feature: string,
): void {
  const name = map === 'factories' ? `create${className}` : className;
  const file = dependenciesFile(project, feature);
  configureService(project, change, file, { map: [map], key: className, name, from: module });
}

/** The configuration file for services; JSON can't name classes. */
export function dependenciesFile(project: Project, feature: string): string {
  const file = configFile(project, 'dependencies', feature);
  return file.endsWith('.json') ? 'config/autoload/dependencies.global.ts' : file;
}

/** An imported class or factory to register with the container. */
export interface RegisteredImport extends Import {
  /** The path in `dependencies`, as in `['factories']`. */
  readonly map: readonly string[];
  /** The type of value to create when it is missing; an object when absent. */
  readonly within?: 'list' | 'map';
  readonly key: string;
}

/** Adds an entry to `dependencies`, and its import. */
export function configureService(
  project: Project,
  change: Change,
  file: string,
  { map, within = 'map', key, name, from }: RegisteredImport,
): void {
  const entry = { path: ['dependencies', ...map], key, value: new Reference(name), within };
  configure(project, change, file, entry, [{ name, from }]);
}
