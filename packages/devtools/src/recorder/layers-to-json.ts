import {
  type Entry,
  isList,
  isPipelineNode,
  middlewareKindOf,
  type Origin,
  type PipelineNode,
  safely,
  type Scope,
} from 'fw-runtime/internal';
import { prefixOf, scopesOf } from './scopes.ts';
import type { LayerNotes } from './layer-notes.ts';
import type { Masking } from './masking.ts';
import { requestChanges, responseChanges } from './message-changes.ts';
import type { LayerRecord } from './request-json.ts';

/**
 * The layers of a request as plain data. An app, a pipe and dispatch contain other layers. An array of middleware isn't a layer,
 * so its middleware is listed in place of the array.
 *
 * @param began the time at which the request began
 * @param failed returns the index of the error that a layer threw
 */
export function layersToJson(
  layers: readonly LayerNotes[],
  began: number,
  masking: Masking,
  failed: (layer: LayerNotes) => number | undefined,
): LayerRecord[] {
  const inside = new Nesting(layers);
  const parents = layers.map((_, index) => inside.parentOf(index));
  const depths: number[] = [];
  return layers.map((notes, index) => {
    const { entry, request } = notes;
    const parent = parents[index];
    const depth = parent === undefined ? 0 : (depths[parent] as number) + 1;
    depths.push(depth);
    const first = layers[parents.indexOf(index)];
    const origin = originOf(notes);
    const prefix = prefixOf(request.scope as Scope | undefined);
    const error = failed(notes);
    // A layer may create objects whose properties throw when they are read.
    const requestDiff = safely(() => requestChanges(notes, masking), undefined);
    const responseDiff = safely(() => responseChanges(notes, first?.returned, masking), undefined);
    return {
      name: entry.name,
      kind: inside.holdsApplication(index) ? 'application' : middlewareKindOf(entry, pipeAt(entry)),
      ...(parent !== undefined && { parent }),
      depth,
      ...(prefix !== undefined && { prefix }),
      ...(entry.error && { error: true as const }),
      ...(origin !== undefined && { origin }),
      entered: since(began, notes.entered),
      ...timeOf('passedOn', notes.passedOn, began),
      ...timeOf('resumed', notes.resumed, began),
      ...timeOf('left', notes.left, began),
      ...(requestDiff !== undefined && { request: requestDiff }),
      ...(responseDiff !== undefined && { response: responseDiff }),
      ...(error !== undefined && { failed: error }),
    };
  });
}

/** The place where the layer was registered; for the middleware of a route, the place of the route. */
function originOf({ entry: { origin, route } }: LayerNotes): Origin | undefined {
  return origin ?? route?.origin;
}

/** The layer that created the response: the innermost that didn't call the next layer, or whose next layer threw. */
export function respondingLayer(layers: readonly LayerNotes[]): LayerNotes | undefined {
  return layers.findLast(
    ({ hasFailed, returned, passedOn, back }) =>
      !hasFailed && returned !== undefined && (passedOn === undefined || back === undefined),
  );
}

/** The time since the request began, in milliseconds with three decimals. */
export function since(began: number, time: number): number {
  return Math.round((time - began) * 1000) / 1000;
}

function timeOf<Name extends string>(
  name: Name,
  time: number | undefined,
  began: number,
): { readonly [Key in Name]?: number } {
  return time === undefined ? {} : ({ [name]: since(began, time) } as { [Key in Name]?: number });
}

/** Finds the layer that contains another layer. */
class Nesting {
  readonly #layers: readonly LayerNotes[];
  /** The index of the layer of each app that the request entered. */
  readonly #holders = new Map<Scope, number>();
  readonly #entries = new Map<PipelineNode, ReadonlySet<Entry>>();

  constructor(layers: readonly LayerNotes[]) {
    this.#layers = layers;
    const known = new Set<Scope>();
    for (const [index, { request }] of layers.entries()) {
      for (const scope of scopesOf(request)) {
        if (known.has(scope)) continue;
        known.add(scope);
        // The layer of an app is the layer before the first layer in the app.
        if (prefixOf(scope) === undefined && index > 0) this.#holders.set(scope, index - 1);
      }
    }
  }

  holdsApplication(index: number): boolean {
    return [...this.#holders.values()].includes(index);
  }

  parentOf(index: number): number | undefined {
    const { entry, request, entered } = this.#layers[index] as LayerNotes;
    const application = [...scopesOf(request)].find((scope) => this.#holders.has(scope));
    const holder = application && this.#holders.get(application);
    for (let before = index - 1; before >= 0; before--) {
      const layer = this.#layers[before] as LayerNotes;
      if (layer.left !== undefined && layer.left < entered) continue;
      const pipe = pipeAt(layer.entry);
      const isAround =
        before === holder ||
        (entry.route !== undefined && layer.entry.role === 'dispatch') ||
        (pipe !== undefined && this.#entriesOf(pipe).has(entry));
      if (isAround) return before;
    }
    return undefined;
  }

  #entriesOf(pipe: PipelineNode): ReadonlySet<Entry> {
    let entries = this.#entries.get(pipe);
    if (entries === undefined) this.#entries.set(pipe, (entries = new Set(pipe.entries.flatMap(flatten))));
    return entries;
  }
}

function pipeAt({ target }: Entry): PipelineNode | undefined {
  return !isList(target) && isPipelineNode(target.value) ? target.value : undefined;
}

function flatten(entry: Entry): readonly Entry[] {
  return isList(entry.target) ? entry.target.flatMap(flatten) : [entry];
}
