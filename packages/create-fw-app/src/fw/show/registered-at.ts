import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Origin } from 'fw-runtime';

import { ConfigShape } from '../edit/config-shape.ts';
import { NotUnderstoodError } from '../edit/not-understood.ts';

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
  try {
    const text = readFileSync(join(root, file), 'utf8');
    const line = lineOf(new ConfigShape(text, file), key);
    return line === undefined ? origin : { file, line };
  } catch (error) {
    if (error instanceof NotUnderstoodError) return origin;
    throw error;
  }
}

/** @param key such as `routes[0]` or `routes.ping` */
function lineOf(shape: ConfigShape, key: string): number | undefined {
  const [, list = key, index] = /^(.*)\[(\d+)\]$/.exec(key) ?? [];
  const found = shape.find(list.split('.'));
  if (found.kind === 'list') return found.node.elements[Number(index)]?.loc?.start.line;
  return found.kind === 'map' ? found.node.loc?.start.line : undefined;
}

export function placeText(place: Place | undefined): string {
  if (place === undefined) return '';
  return place.line === undefined ? `${place.file} ${place.key}` : `${place.file}:${place.line}`;
}
