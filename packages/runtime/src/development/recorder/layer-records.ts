import { isPipelineNode, kindOf, type PipelineNode } from '../../application/middleware-of.ts';
import { type Origin, safely } from '../../errors/describe.ts';
import type { Entry } from '../../pipeline/entry.ts';
import { LazyMiddleware } from '../../pipeline/lazy-middleware.ts';
import { PathPrefix, type Scope } from '../../pipeline/scope.ts';
import type { LayerNotes } from './layer-notes.ts';
import type { Masking } from './masking.ts';
import { requestChanges, responseChanges } from './message-changes.ts';
import type { LayerRecord } from './request-record.ts';

/**
 * The layers of a request as data. An application, a pipe and dispatch contain other layers; an array of middleware is no layer,
 * so its middleware are in its place.
 *
 * @param began when the request did
 * @param failed the index of the error that came out of a layer
 */
export function layerRecords(
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
    const owner = (request.scope as Scope | undefined)?.owner;
    const error = failed(notes);
    // The result of a layer may be an object that can't be read.
    const asked = safely(() => requestChanges(notes, masking), undefined);
    const answered = safely(() => responseChanges(notes, first?.answer, masking), undefined);
    return {
      name: entry.name,
      kind: inside.holdsApplication(index) ? 'application' : kindOf(entry, pipeAt(entry)),
      ...(parent !== undefined && { parent }),
      depth,
      ...(owner instanceof PathPrefix && { prefix: owner.text }),
      ...(entry.error && { error: true as const }),
      ...(origin !== undefined && { origin }),
      entered: since(began, notes.entered),
      ...timeOf('passedOn', notes.passedOn, began),
      ...timeOf('resumed', notes.resumed, began),
      ...timeOf('left', notes.left, began),
      ...(asked !== undefined && { request: asked }),
      ...(answered !== undefined && { response: answered }),
      ...(error !== undefined && { failed: error }),
    };
  });
}

/** Where it was registered; for the middleware of a route, where the route was. */
function originOf({ entry: { origin, route } }: LayerNotes): Origin | undefined {
  return origin ?? route?.origin;
}

/** The layer that made the answer: the innermost that answered without passing on, or after an error came back. */
export function answeringLayer(layers: readonly LayerNotes[]): LayerNotes | undefined {
  return layers.findLast(
    ({ hasFailed, answer, passedOn, back }) =>
      !hasFailed && answer !== undefined && (passedOn === undefined || back === undefined),
  );
}

/** In milliseconds, to a thousandth. */
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

/** Which layers contain which. */
class Nesting {
  readonly #layers: readonly LayerNotes[];
  /** The layer of each application that the request has entered. */
  readonly #holders = new Map<Scope, number>();
  readonly #entries = new Map<PipelineNode, ReadonlySet<Entry>>();

  constructor(layers: readonly LayerNotes[]) {
    this.#layers = layers;
    const known = new Set<Scope>();
    for (const [index, { request }] of layers.entries()) {
      for (const scope of scopesOf(request.scope)) {
        if (known.has(scope)) continue;
        known.add(scope);
        // The layer before the first one in it.
        if (!(scope.owner instanceof PathPrefix) && index > 0) this.#holders.set(scope, index - 1);
      }
    }
  }

  holdsApplication(index: number): boolean {
    return [...this.#holders.values()].includes(index);
  }

  parentOf(index: number): number | undefined {
    const { entry, request, entered } = this.#layers[index] as LayerNotes;
    const application = [...scopesOf(request.scope)].find((scope) => this.#holders.has(scope));
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
  return target instanceof LazyMiddleware && isPipelineNode(target.value) ? target.value : undefined;
}

function flatten(entry: Entry): readonly Entry[] {
  return entry.target instanceof LazyMiddleware ? [entry] : entry.target.flatMap(flatten);
}

/** The innermost first. */
function* scopesOf(innermost: object | undefined): Generator<Scope> {
  for (let scope = innermost as Scope | undefined; scope !== undefined; scope = scope.outer) yield scope;
}
