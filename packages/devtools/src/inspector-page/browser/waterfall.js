import { badge, h, time } from './dom.js';
import { changesOf } from './changes.js';
import { ownTime, spansOf } from './layer-spans.js';
import { originButton } from './origin.js';
import { severityOf } from './request-parts.js';

/** @typedef {import('../../recorder/request-json.ts').RequestRecord} RequestRecord */
/** @typedef {import('../../recorder/request-json.ts').LayerRecord} LayerRecord */
/** @typedef {{ readonly begin: number, readonly end: number }} Scale the time range of the full width, in milliseconds */

/**
 * The layers of a request one below the other, each with its time before, during and after the inner layers.
 *
 * @param {RequestRecord} record
 */
export function waterfall(record) {
  const { layers, duration = 0 } = record;
  if (layers.length === 0)
    return h(
      'p',
      { class: 'empty' },
      'No middleware ran: a static file was sent, or the request was rejected earlier.',
    );
  const begin = Math.min(...layers.map(({ entered }) => entered));
  const isDone = layers.every(({ left }) => left !== undefined);
  const last = Math.max(...layers.map(({ entered, left = entered }) => left), isDone ? 0 : duration);
  const scale = { begin, end: Math.max(last, begin + 0.01) };
  return h(
    'div',
    { class: 'waterfall' },
    h(
      'div',
      { class: 'scale', 'aria-hidden': 'true' },
      [0, 0.25, 0.5, 0.75, 1].map((part) => h('span', {}, time(begin + (scale.end - begin) * part))),
    ),
    h(
      'ol',
      { 'aria-label': 'Layers in the order they were entered' },
      layers.map((layer, index) => row(record, layer, index, scale)),
    ),
    h(
      'p',
      { class: 'legend' },
      h('i', { class: 'before' }),
      'before the inner layers',
      h('i', { class: 'inner' }),
      'inner layers',
      h('i', { class: 'after' }),
      'after the inner layers',
    ),
  );
}

/**
 * @param {RequestRecord} record
 * @param {LayerRecord} layer
 * @param {number} index
 * @param {Scale} scale
 */
function row({ answeredBy, errors, layers, status }, layer, index, scale) {
  const { name, kind, prefix, depth, error, entered, left, failed, origin } = layer;
  const hasFailed = failed !== undefined;
  const isThrower = hasFailed && errors[failed]?.layer === index;
  const spans = spansOf(layers, index, scale.end);
  const own = left === undefined ? undefined : ownTime(spans);
  const labels = [
    `${name}: entered at ${time(entered)}`,
    own === undefined ? 'not finished' : `own time ${time(own)}`,
    isThrower ? 'failed' : hasFailed ? 'passed an error on' : '',
  ];
  const bar = h(
    'div',
    { class: 'lane', role: 'img', 'aria-label': labels.filter(Boolean).join(', ') },
    spans.map((span) => segment(span, scale)),
  );
  const label = h(
    'div',
    { class: 'layer' },
    h('span', { class: 'name' }, name),
    kind !== 'middleware' && kind !== name && badge(kind, 'kind'),
    prefix !== undefined && badge(prefix, 'prefix'),
    error && badge('error middleware', 'error'),
    index === answeredBy && badge('responded', 'guard'),
    isThrower && badge('failed', severityOf(status) || 'error'),
    originButton(origin, true),
  );
  const item = h(
    'li',
    {
      class: isThrower
        ? `thrown ${severityOf(status)}`
        : hasFailed
          ? `let-through ${severityOf(status)}`
          : '',
    },
    label,
    bar,
    h('span', { class: 'took' }, own === undefined ? '…' : time(own)),
    changesOf(layer),
  );
  item.style.setProperty('--depth', String(Math.min(depth, 8)));
  return item;
}

/**
 * @param {import('./layer-spans.js').Span} span
 * @param {Scale} scale
 */
function segment({ kind, from, to }, { begin, end }) {
  const bar = h('i', { class: kind });
  bar.style.setProperty('--from', `${((from - begin) / (end - begin)) * 100}%`);
  bar.style.setProperty('--length', `${((to - from) / (end - begin)) * 100}%`);
  return bar;
}
