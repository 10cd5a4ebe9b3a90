import { relative, sep } from 'node:path';
import type { Origin } from 'fw-runtime/internal';
import { everyLayer, type Layer, type Mount } from './layout.ts';
import type { Step } from './walk.ts';
import type { Way } from './ways.ts';

/** The entry that contains a layer, with the place where the entry was created. */
export function entryText(layer: Layer): string {
  const { entry, name } = topOf(layer);
  const { key, origin } = entry;
  const shown = key === undefined ? `"${name}"` : `the entry "${key}" of middleware_pipeline`;
  const place = origin === undefined ? undefined : placeOf(origin);
  return place === undefined ? shown : `${shown} (${place})`;
}

function placeOf({ file, key, line }: Origin): string {
  if (key !== undefined) return file;
  const path = relative(process.cwd(), file.replace(/\?.*$/, '')).replaceAll(sep, '/');
  return line === undefined ? path : `${path}:${line}`;
}

export function isAhead({ steps }: Way, guard: Layer, late: Step): boolean {
  const place = steps.findIndex(({ layer }) => layer === guard);
  return place !== -1 && place < steps.indexOf(late);
}

export function isPiped(root: Mount, layer: Layer): boolean {
  const { owner } = layer;
  if (!everyLayer(owner.layers).includes(layer)) return false;
  const outer = owner.layer();
  return outer === undefined ? owner === root : isPiped(root, outer);
}

/** The pipeline and the pipelines around it. */
export function everyMount(mount: Mount | undefined): Mount[] {
  return mount === undefined ? [] : [mount, ...everyMount(mount.outer)];
}

/** Whether the layer or an array around it is registered under a prefix that doesn't contain the paths. */
export function isMissedByPath(layer: Layer, { paths }: Way): boolean {
  return [layer, ...layer.around].some(
    ({ prefix, below }) => prefix.length > 0 && paths.isBelow(prefix, below.length - prefix.length) !== true,
  );
}

export function topOf(layer: Layer): Layer {
  return layer.around[0] ?? layer;
}

/** The outermost layer around a layer that is registered directly in a pipeline. */
export function topIn(layer: Layer, mount: Mount): Layer | undefined {
  for (let item: Layer | undefined = layer; item !== undefined; item = item.owner.layer()) {
    if (item.owner !== mount) continue;
    const top = topOf(item);
    // The layers of a route run where the pipeline dispatches the route.
    return mount.layers.includes(top) ? top : topDispatchOf(mount);
  }
  return undefined;
}

function topDispatchOf({ layers }: Mount): Layer | undefined {
  return layers.find((layer) => everyLayer([layer]).some(({ kind }) => kind === 'dispatch'));
}

/** The layer of the outermost pipeline that runs the routes of an application. */
export function topDispatch(mount: Mount): Layer | undefined {
  if (mount.outer === undefined) return topDispatchOf(mount);
  const layer = mount.layer();
  return layer === undefined
    ? undefined
    : mount.outer.outer === undefined
      ? topIn(layer, mount.outer)
      : topDispatch(mount.outer);
}

export function isTopAhead(top: Layer, late: Step): boolean {
  const { layers } = top.owner;
  const ahead = topIn(late.layer, top.owner);
  return ahead === undefined || layers.indexOf(top) < layers.indexOf(ahead);
}

export function priorityAhead(late: Step, top: Layer): number | undefined {
  const priority = topIn(late.layer, top.owner)?.entry.priority;
  return priority === undefined || top.entry.priority === undefined ? undefined : priority + 1;
}

export function keyOf(layer: Layer): string {
  const top = topOf(layer);
  return top.entry.key ?? top.name;
}
