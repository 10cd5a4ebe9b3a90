import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Import } from '../../edit/imports.ts';
import { MAX_LINE_WIDTH } from '../../edit/text-style.ts';
import { packageClasses } from '../../project/services-file.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from './change.ts';
import { registeredServices } from './config-files.ts';
import { type Exported, exportsOf } from './exports.ts';
import { camelCase } from './names.ts';
import { type Declared, membersOf } from '../../edit/declaration-edit.ts';
import { parseModule, understood } from '../../edit/syntax.ts';

/** A service that the container injects into a class. */
export interface Injected {
  /** The id that must be registered with the container; undefined for a class that needs no registration. */
  readonly id: string | undefined;
  /** Its entry in the array of `inject`: a class, or the id in quotes. */
  readonly code: string;
  /** The name of its field and its parameter. */
  readonly field: string;
  readonly type: string;
  /** Whether the parameter's type in `inject()` is inferred. */
  readonly isKnown: boolean;
  /** The import that it needs; undefined when it needs none. */
  readonly imported: Import | undefined;
}

/** The services of the framework that every class can inject: ids and types. */
const FRAMEWORK_SERVICES = new Map([
  ['config', 'Config'],
  ['Logger', 'Logger'],
  ['RouterInterface', 'RouterInterface'],
]);

/** The code with which a class receives each service, named by its id or its class. */
export function injectedServices(project: Project, change: Change, names: readonly string[]): Injected[] {
  if (names.length === 0) return [];
  const find = serviceFinder(project, change);
  const found = names.map(find);
  return found.filter(({ code }, index) => found.findIndex((other) => other.code === code) === index);
}

/** A class that a module exports. */
type ExportedClass = Pick<Exported, 'name' | 'module' | 'isInjected'>;

function ofClass({ name, module }: ExportedClass, id: string | undefined): Injected {
  return {
    id,
    code: name,
    field: camelCase(name),
    type: name,
    isKnown: true,
    imported: { name, from: module },
  };
}

function serviceFinder(project: Project, change: Change): (name: string) => Injected {
  const registered = registeredServices(project, change);
  const ofPackages = Array.from(
    packageClasses(change.read('package.json') ?? '{}'),
    ([name, module]): ExportedClass => ({ name, module, isInjected: false }),
  );
  const classes: readonly ExportedClass[] = [
    ...exportsOf(project, change).filter(({ kind }) => kind === 'class'),
    ...ofPackages,
  ];
  const types = serviceTypes(project, change);
  const ids = [
    ...new Set([...registered.map(({ id }) => id), ...types.keys(), ...FRAMEWORK_SERVICES.keys()]),
  ];

  const ofId = (id: string): Injected => {
    const service = registered.find((each) => each.id === id);
    const created = classes.find(
      ({ name, module }) =>
        service?.map === 'invokables' && name === service.imported?.name && module === service.imported.from,
    );
    // If the container creates the service from another class, for example a subclass, it is injected by its name.
    const isMade = service?.map === 'invokables' || service?.map === 'factories';
    const exported = (isMade ? classes.find(({ name }) => name === id) : undefined) ?? created;
    if (exported !== undefined) return ofClass(exported, id);
    const framework = FRAMEWORK_SERVICES.get(id);
    const type = types.get(id) ?? framework ?? 'unknown';
    const imported = types.has(id) ? 'Services' : framework;
    return {
      id,
      code: `'${id}'`,
      field: camelCase(id),
      type,
      isKnown: type !== 'unknown',
      imported: imported === undefined ? undefined : { name: imported, from: project.runtime, isType: true },
    };
  };
  const byClass = ({ name, ...exported }: ExportedClass): Injected => {
    const service = registered.find(
      ({ map, imported }) =>
        map === 'invokables' && imported?.name === name && imported.from === exported.module,
    );
    return ofClass({ name, ...exported }, service?.id ?? (exported.isInjected ? undefined : name));
  };

  return (wanted) => {
    if (ids.includes(wanted)) return ofId(wanted);
    const exact = classes.find(({ name }) => name === wanted);
    if (exact !== undefined) return byClass(exact);
    // `clock` matches the service or the class Clock.
    const isNear = (name: string): boolean => camelCase(name) === camelCase(wanted);
    const nearIds = ids.filter(isNear);
    if (nearIds.length === 1) return ofId(nearIds[0] ?? wanted);
    const nearClasses = classes.filter(({ name }) => isNear(name));
    const [near] = nearClasses;
    return nearClasses.length === 1 && near !== undefined ? byClass(near) : ofId(wanted);
  };
}

/** Items on one line or, if that would be too long, one on each line. */
function inBrackets(open: string, items: readonly string[], close: string): string {
  const line = open + items.join(', ') + close;
  return line.length <= MAX_LINE_WIDTH
    ? line
    : `${open}\n${items.map((item) => `    ${item},\n`).join('')}  ${close}`;
}

/** The first members of a class with injected services: its static `inject`, a field for each, and its constructor. */
export function printInjection(injected: readonly Injected[]): string {
  if (injected.length === 0) return '';
  const codes = injected.map(({ code }) => code);
  const parameters = injected.map(({ field, type }) => `${field}: ${type}`);
  return [
    inBrackets('  static readonly inject = [', codes, '] as const;'),
    ...injected.map(({ field, type }) => `  readonly #${field}: ${type};`),
    '',
    inBrackets('  constructor(', parameters, ') {'),
    ...injected.map(({ field }) => `    this.#${field} = ${field};`),
    '  }',
  ].join('\n');
}

/** The types of services by their ids, from a project's interface `Services`. */
function serviceTypes({ root }: Project, change: Pick<Change, 'read'>): Map<string, string> {
  const types = new Map<string, string>();
  for (const path of readdirSync(root, { encoding: 'utf8' })) {
    if (path.endsWith('.ts')) addTypes(types, path, change);
  }
  for (const folder of ['config', 'src']) {
    for (const path of filesOf(join(root, folder))) addTypes(types, `${folder}/${path}`, change);
  }
  return types;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll(sep, '/'))
      .filter((path) => path.endsWith('.ts'));
  } catch {
    return [];
  }
}

function addTypes(types: Map<string, string>, file: string, change: Pick<Change, 'read'>): void {
  const text = change.read(file) ?? '';
  if (!/\binterface\s+Services\b/.test(text)) return;
  const module = understood(() => parseModule(text, file));
  for (const { id, ...statement } of allDeclared((module?.program.body ?? []) as readonly Declared[])) {
    if (statement.type !== 'TSInterfaceDeclaration' || id?.name !== 'Services') continue;
    for (const [name, type] of membersOf(text, statement)) {
      const isPromise = type.startsWith('Promise<');
      types.set(name, isPromise ? `Awaited<Services['${name}']>` : `Services['${name}']`);
    }
  }
}

/** Declarations of a module, including those within `declare module '…' { … }`. */
function allDeclared(statements: readonly Declared[]): Declared[] {
  return statements.flatMap((statement) => {
    const declared = statement.declaration ?? statement;
    return declared.type === 'TSModuleDeclaration' ? allDeclared(declared.body?.body ?? []) : [declared];
  });
}
