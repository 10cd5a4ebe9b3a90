import { badge, h } from './dom.js';
import { originButton } from './origin.js';
import { isGuarded, methodsOf, pathOf } from './route-parts.js';

/** @typedef {import('../../describe/description.ts').ApplicationDescription} ApplicationDescription */
/** @typedef {import('../../describe/description.ts').LayerDescription} LayerDescription */
/** @typedef {import('../../describe/description.ts').ExplainedLayer} ExplainedLayer */
/** @typedef {import('../../describe/description.ts').Explanation} Explanation */

/**
 * The drawing of a pipeline, from its first layer to the response without a handler.
 *
 * @param {ApplicationDescription} description
 * @param {Explanation} [explanation] highlights the layers that run, and dims the rest
 */
export function pipelineTree({ pipeline, documentRoot, variant }, explanation) {
  const explained = explanation && [...explanation.layers];
  const isHandled = explanation?.route !== undefined || explanation?.allowedMethods !== undefined;
  const end = isHandled ? 'dim' : explanation ? 'lit end' : 'end';
  return h(
    'ol',
    {
      class: `tree ${explanation ? 'explained' : ''}`,
      'aria-label': 'Middleware, in the order it runs',
    },
    station('Request', explanation ? `${explanation.method} ${explanation.path}` : 'received', 'lit start'),
    documentRoot !== undefined &&
      station('Static files', `GET and HEAD for files in ${documentRoot}`, explanation ? 'lit' : ''),
    pipeline.map((layer) => layerNode(layer, explained, 0, explanation)),
    station(
      variant === 'a' ? 'Final handler' : '404',
      'handles requests that no middleware has handled',
      end,
    ),
  );
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} state
 */
function station(name, text, state) {
  const card = h(
    'div',
    { class: 'card' },
    h('span', { class: 'name' }, name),
    h('span', { class: 'reason' }, text),
  );
  return h('li', { class: `node station ${state}` }, card);
}

/**
 * @param {LayerDescription} layer
 * @param {ExplainedLayer[] | undefined} explained the remaining layers, in the same order; those of this layer are removed
 * @param {number} depth
 * @param {Explanation} [explanation]
 * @returns {HTMLElement}
 */
function layerNode(layer, explained, depth, explanation) {
  const { name, kind, prefix, priority, key, error, origin, security, warning, children, routes } = layer;
  const own = explained?.[0]?.depth === depth ? explained.shift() : undefined;
  const state = explained === undefined ? '' : own?.runs ? 'lit' : 'dim';
  const isShownAs = kind === 'middleware' || kind === name ? undefined : kind;
  const card = h(
    'div',
    { class: 'card' },
    h('span', { class: 'name' }, name),
    isShownAs && badge(isShownAs, 'kind'),
    prefix !== undefined && badge(prefix, 'prefix'),
    error && badge('error middleware', 'error'),
    isGuarded(security) && badge('guard', 'guard'),
    warning !== undefined && badge('not reached', 'error'),
    priority !== undefined && h('span', { class: 'quiet' }, `priority ${priority}`),
    key !== undefined && h('span', { class: 'quiet' }, key),
    routes !== undefined && h('span', { class: 'quiet' }, routes === 1 ? '1 route' : `${routes} routes`),
    originButton(origin),
    own && h('span', { class: 'reason' }, own.reason),
    warning !== undefined && h('span', { class: 'reason' }, warning),
  );
  const within = children.map((child) => layerNode(child, explained, depth + 1, explanation));
  // A pipe registered inside itself is shown without children, but is part of the explanation.
  const next = explained?.findIndex((each) => each.depth <= depth) ?? 0;
  explained?.splice(0, next === -1 ? explained.length : next);
  return h(
    'li',
    { class: `node ${kind} ${error ? 'on-error' : ''} ${state}` },
    card,
    within.length > 0 && h('ol', { class: 'tree inner' }, within),
    kind === 'dispatch' && own?.runs && routeCard(own, explanation),
  );
}

/**
 * The route, below the layer that dispatches to it.
 *
 * @param {ExplainedLayer} own
 * @param {Explanation | undefined} explanation
 */
function routeCard({ reason }, explanation) {
  const route = explanation?.route;
  if (route === undefined || reason !== `runs "${route.name}"`) return undefined;
  const card = h(
    'div',
    { class: 'card' },
    methodsOf(route),
    pathOf(route),
    h('span', { class: 'name' }, route.middleware),
    originButton(route.origin),
    h('span', { class: 'reason' }, `handler of the route "${route.name}"`),
  );
  return h('ol', { class: 'tree inner' }, h('li', { class: 'node answer lit' }, card));
}
