/** @typedef {import('../../recorder/request-json.ts').LayerRecord} LayerRecord */

/**
 * A part of the time of a layer: its own before the inner layers ran, the inner layers', or its own after.
 *
 * @typedef {object} Span
 * @property {'before' | 'inner' | 'after'} kind
 * @property {number} from in milliseconds
 * @property {number} to
 */

/**
 * The parts of a layer's time, in their order. The inner layers are the layers that it calls, and the layers of an application.
 *
 * @param {readonly LayerRecord[]} layers
 * @param {number} index of the layer
 * @param {number} end of the request, for a layer that hasn't ended
 * @returns {readonly Span[]}
 */
export function spansOf(layers, index, end) {
  const layer = layers[index];
  if (layer === undefined) return [];
  const { entered, passedOn, left = end } = layer;
  const inner = layers
    .filter(({ parent }) => parent === index)
    .map((child) => ({ from: child.entered, to: child.left ?? end }));
  if (passedOn !== undefined) inner.push({ from: passedOn, to: layer.resumed ?? left });
  /** @type {Span[]} */
  const spans = [];
  let at = entered;
  for (const { from, to } of inner.toSorted((one, other) => one.from - other.from)) {
    const [begin, finish] = [Math.min(from, left), Math.min(to, left)];
    if (finish <= at) continue;
    if (begin > at) spans.push({ kind: spans.length === 0 ? 'before' : 'after', from: at, to: begin });
    spans.push({ kind: 'inner', from: Math.max(begin, at), to: finish });
    at = finish;
  }
  if (at < left || spans.length === 0)
    spans.push({ kind: spans.length === 0 ? 'before' : 'after', from: at, to: left });
  return spans;
}

/**
 * The time of a layer itself, without inner layers.
 *
 * @param {readonly Span[]} spans
 */
export function ownTime(spans) {
  return spans.filter(({ kind }) => kind !== 'inner').reduce((sum, { from, to }) => sum + to - from, 0);
}
