import { badge, breakable, h } from './dom.js';

/** @typedef {import('fw-runtime/internal').RouteDescription} RouteDescription */

/** @param {RouteDescription} route */
export function methodsOf({ methods, webSocket }) {
  if (webSocket) return badge('WebSocket', 'method');
  return (methods ?? ['any']).map((method) => badge(method, `method ${method.toLowerCase()}`));
}

/**
 * The path with highlighted placeholders.
 *
 * @param {RouteDescription} route
 */
export function pathOf({ prefix, path }) {
  return h(
    'code',
    { class: 'path' },
    prefix !== '' && h('span', { class: 'quiet' }, breakable(prefix)),
    ...splitPath(path).map((part) =>
      part.startsWith('{') ? h('span', { class: 'placeholder' }, part) : breakable(part),
    ),
  );
}

/**
 * The parts of a path: placeholders, whose constraints may contain braces, and the text between them.
 *
 * @param {string} path
 */
function splitPath(path) {
  const parts = [''];
  let depth = 0;
  for (const character of path) {
    if (character === '{' && depth++ === 0) parts.push('');
    parts[parts.length - 1] += character;
    if (character === '}' && --depth === 0) parts.push('');
  }
  return parts.filter((part) => part !== '');
}

/**
 * Whether a layer or a route requires credentials. An alternative without requirements makes them optional.
 *
 * @param {import('fw-runtime/internal').RouteDescription['security']} security
 */
export function isGuarded(security) {
  return security !== undefined && security.every((scheme) => Object.keys(scheme).length > 0);
}
