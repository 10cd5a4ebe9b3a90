import { h } from './dom.js';
import { originButton } from './origin.js';
import { methodsOf, pathOf } from './route-parts.js';

/** @typedef {import('../../describe/description.ts').Explanation} Explanation */

/**
 * The route that handles a request, and similar routes.
 *
 * @param {Explanation} explanation
 */
export function summaryOf({ method, path, route, params, allowedMethods, close, layers }) {
  const passed = layers.filter(({ runs }) => runs).length;
  const verdict = route
    ? [
        h('strong', {}, route.name),
        ' handles ',
        h('code', {}, `${method} ${path}`),
        ', after ',
        passed === 1 ? 'one middleware' : `${passed} middleware`,
        '. ',
        originButton(route.origin),
      ]
    : allowedMethods
      ? [
          'Method not allowed: the path allows ',
          h('strong', {}, allowedMethods.join(', ')),
          ', not ',
          h('code', {}, method),
          '.',
        ]
      : ['No route matches ', h('code', {}, `${method} ${path}`), '.'];
  const values = Object.entries(params);
  return [
    h('p', { class: `verdict ${route ? 'found' : 'missing'}` }, verdict),
    values.length > 0 &&
      h(
        'dl',
        { class: 'params' },
        values.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
      ),
    close.length > 0 && [h('h3', {}, 'Similar routes'), h('ul', { class: 'close' }, close.map(closeRoute))],
  ];
}

/** @param {Explanation['close'][number]} close */
function closeRoute({ route, reason }) {
  return h(
    'li',
    {},
    methodsOf(route),
    ' ',
    pathOf(route),
    ' ',
    h('span', { class: 'quiet' }, reason),
    ' ',
    originButton(route.origin),
  );
}
