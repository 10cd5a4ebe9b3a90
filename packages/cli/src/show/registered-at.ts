import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Origin } from 'fw-runtime';
import { ConfigShape, keyOf, valuesIn } from '../edit/config-shape.ts';
import { type Node, understood } from '../edit/syntax.ts';

/** The place of a registration: a file of the project, and the line or at least the key. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly key?: string;
}

/**
 * The place of an origin: its line, or its key if the value isn't literal in the configuration file.
 *
 * @param root the folder of the project
 */
export function placeOf(root: string, origin: Origin | undefined): Place | undefined {
  if (origin?.key === undefined) return origin;
  const { file, key } = origin;
  const line = new ConfigLines(root).lineOf(file, key);
  return line === undefined ? origin : { file, line };
}

/** The lines of values in configuration files. Each file is read once. */
export class ConfigLines {
  readonly #root: string;
  readonly #shapes = new Map<string, ConfigShape | undefined>();

  /** @param root the folder of the project */
  constructor(root: string) {
    this.#root = root;
  }

  /** @returns undefined when the value isn't literal in the file, or the source isn't a file, such as a provider */
  lineOf(file: string, key: string): number | undefined {
    if (!this.#shapes.has(file)) this.#shapes.set(file, shapeOf(join(this.#root, file)));
    const shape = this.#shapes.get(file);
    return shape && understood(() => lineOf(shape, key));
  }
}

function shapeOf(path: string): ConfigShape | undefined {
  if (!existsSync(path)) return undefined;
  return understood(() => new ConfigShape(readFileSync(path, 'utf8'), path));
}

/**
 * @param key such as `server.port`, `routes[0]`, `routes.ping`, or `routes[2][1]` for a route of a group; values
 *   within an item of an array are on the line of the item
 */
function lineOf(shape: ConfigShape, key: string): number | undefined {
  const [list = key, ...rest] = key
    .replace(/\][^\]]*$/, ']')
    .split(/\[(\d+)\]/)
    .filter((part) => part !== '');
  const names = list.split('.');
  if (rest.length === 0) return lineOfEntry(shape, names);
  const found = shape.find(names);
  if (found.kind === 'missing') return undefined;
  const [index, inGroup] = rest.map(Number);
  const node = found.kind === 'list' && index !== undefined ? found.node.elements[index] : undefined;
  if (!node) return undefined;
  const route = inGroup === undefined ? node : routesIn(shape, node)[inGroup];
  return (route as { loc?: { start: { line: number } } | null } | undefined)?.loc?.start.line;
}

/** The line of an object's entry, whatever its value is. */
function lineOfEntry(shape: ConfigShape, names: readonly string[]): number | undefined {
  const around = shape.find(names.slice(0, -1));
  if (around.kind !== 'map') return undefined;
  const entry = around.node.properties.findLast(
    (property) => property.type !== 'SpreadElement' && keyOf(property) === names.at(-1),
  );
  return entry?.loc?.start.line;
}

/** The routes of a group in registration order, including those of nested groups. */
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
