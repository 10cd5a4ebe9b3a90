import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Origin } from 'fw-runtime';

import { ConfigShape, valuesIn } from '../edit/config-shape.ts';
import { NotUnderstoodError } from '../edit/not-understood.ts';
import type { Node } from '../edit/syntax.ts';

/** Where something is registered: a file of the site, and the line or at least the key. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly key?: string;
}

/**
 * Where an origin is: the line, unless it is a key of a configuration file in which its value is not written out.
 *
 * @param root the folder of the site
 */
export function placeOf(root: string, origin: Origin | undefined): Place | undefined {
  if (origin?.key === undefined) return origin;
  const { file, key } = origin;
  // A provider is no file.
  if (!existsSync(join(root, file))) return origin;
  try {
    const text = readFileSync(join(root, file), 'utf8');
    const line = lineOf(new ConfigShape(text, file), key);
    return line === undefined ? origin : { file, line };
  } catch (error) {
    if (error instanceof NotUnderstoodError) return origin;
    throw error;
  }
}

/** @param key such as `routes[0]`, `routes.ping`, or `routes[2][1]` for a route of a group */
function lineOf(shape: ConfigShape, key: string): number | undefined {
  const [list = key, ...rest] = key.split(/\[(\d+)\]/).filter((part) => part !== '');
  const found = shape.find(list.split('.'));
  if (found.kind === 'missing') return undefined;
  if (found.kind === 'map' && rest.length === 0) return found.node.loc?.start.line;
  const [index, inGroup] = rest.map(Number);
  const node = found.kind === 'list' && index !== undefined ? found.node.elements[index] : undefined;
  if (!node) return undefined;
  const route = inGroup === undefined ? node : routesIn(shape, node)[inGroup];
  return (route as { loc?: { start: { line: number } } | null } | undefined)?.loc?.start.line;
}

/** The routes of a group as it gives them: those of groups within are among them. */
function routesIn(shape: ConfigShape, node: Node): Node[] {
  const routes = shape.argumentsOf(node, 'group')?.[2];
  const list = routes && shape.listAt(routes);
  if (list === undefined) return [node];
  return valuesIn({ kind: 'list', node: list }).flatMap((each) => routesIn(shape, each));
}

export function placeText(place: Place | undefined): string {
  if (place === undefined) return '';
  return place.line === undefined ? `${place.file} ${place.key}` : `${place.file}:${place.line}`;
}
