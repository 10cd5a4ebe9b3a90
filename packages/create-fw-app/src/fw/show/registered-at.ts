import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ConfigShape } from '../edit/config-shape.ts';
import { NotUnderstoodError } from '../edit/not-understood.ts';
import type { Place, RouteReport } from '../inspect/report.ts';

/** A route as it is written in a configuration file. */
interface WrittenRoute {
  readonly place: Place;
  readonly path: unknown;
  readonly methods: string;
  readonly name: unknown;
}

/** Finds where routes are registered: by a call, or in a configuration file. */
export class Registrations {
  readonly #written: readonly WrittenRoute[];

  /** @param root the folder of the site */
  constructor(root: string) {
    const folder = join(root, 'config', 'autoload');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    this.#written = names
      .filter((name) => /\.(ts|js|mjs|json)$/.test(name))
      .flatMap((name) => writtenRoutes(readFileSync(join(folder, name), 'utf8'), `config/autoload/${name}`));
  }

  /** Undefined for a route that is made by code that was not called from the site's own. */
  placeOf({ calledAt, path, methods, name }: RouteReport): Place | undefined {
    if (calledAt !== undefined) return calledAt;
    const candidates = this.#written.filter(
      (route) => route.path === path && route.methods === methodKey(methods),
    );
    return (candidates.find((route) => route.name === name) ?? candidates[0])?.place;
  }
}

function writtenRoutes(text: string, file: string): WrittenRoute[] {
  if (!text.includes('routes')) return [];
  try {
    const shape = new ConfigShape(text, file);
    const found = shape.find(['routes']);
    if (found.kind === 'missing') return [];
    const nodes =
      found.kind === 'list'
        ? found.node.elements.filter((element) => element !== null)
        : found.node.properties.flatMap((property) =>
            property.type === 'ObjectProperty' ? [property.value] : [],
          );
    return nodes.flatMap((node) => {
      if (node.type !== 'ObjectExpression') return [];
      const { path, allowed_methods: methods, name } = shape.read(node, text) as Record<string, unknown>;
      return [{ place: { file, line: node.loc?.start.line ?? 1 }, path, methods: methodKey(methods), name }];
    });
  } catch (error) {
    if (error instanceof NotUnderstoodError) return [];
    throw error;
  }
}

function methodKey(methods: unknown): string {
  return Array.isArray(methods) ? methods.map((method) => String(method).toUpperCase()).join() : 'any';
}
