import type { Import } from '../edit/imports.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import { registeredServices } from './config-files.ts';
import { camelCase } from './names.ts';

/** Something that a generated class is given by the container. */
export interface Injected {
  /** The id under which it is registered. */
  readonly id: string;
  /** What stands for it in the list of `inject`: a class, or the id in quotes. */
  readonly code: string;
  /** The name of its field and its parameter. */
  readonly field: string;
  readonly type: string;
  /** What has to be imported for it, a type as `type Config`; undefined for one of TypeScript's own. */
  readonly imported: Import | undefined;
}

/** For each id, what a class has to be written with to be given that service. */
export function injectedServices(site: Site, change: Change, ids: readonly string[]): Injected[] {
  const known = registeredServices(site, change);
  return [...new Set(ids)].map((id) => {
    const [code, field] = [`'${id}'`, camelCase(id)];
    if (id === 'config') {
      return { id, code, field, type: 'Config', imported: { name: 'type Config', from: site.runtime } };
    }
    const imported = known.find((service) => service.id === id && service.map === 'invokables')?.imported;
    if (imported === undefined || !exportsClass(site, change, imported)) {
      return { id, code, field, type: 'unknown', imported: undefined };
    }
    return { id, code: imported.name, field, type: imported.name, imported };
  });
}

/** The beginning of a class that is given services: its static `inject`, a field for each, and its constructor. */
export function printInjection(injected: readonly Injected[]): string {
  if (injected.length === 0) return '';
  return [
    `  static readonly inject = [${injected.map(({ code }) => code).join(', ')}] as const;`,
    ...injected.map(({ field, type }) => `  readonly #${field}: ${type};`),
    '',
    `  constructor(${injected.map(({ field, type }) => `${field}: ${type}`).join(', ')}) {`,
    ...injected.map(({ field }) => `    this.#${field} = ${field};`),
    '  }',
  ].join('\n');
}

function exportsClass(site: Site, change: Change, { name, from }: Import): boolean {
  if (!from.startsWith(`${site.alias}/`)) return false;
  const text = change.read(`src/${from.slice(site.alias.length + 1)}.ts`) ?? '';
  return new RegExp(String.raw`^export (?:abstract )?class ${name}\b`, 'm').test(text);
}
