import { h } from './dom.js';

/** @typedef {import('../../recorder/request-json.ts').LayerRecord} LayerRecord */
/** @typedef {import('../../recorder/request-json.ts').MessageChanges} MessageChanges */
/** @typedef {import('../../recorder/request-json.ts').Change} Change */

/**
 * The changes of the request and the response by a layer.
 *
 * @param {LayerRecord} layer
 */
export function changesOf({ request, response }) {
  const items = [...listOf(request, 'request'), ...listOf(response, 'response')];
  return items.length > 0 && h('ul', { class: 'changes', 'aria-label': 'Changes' }, items);
}

/**
 * @param {MessageChanges | undefined} changes
 * @param {'request' | 'response'} of
 */
function listOf(changes, of) {
  if (changes === undefined) return [];
  const { headers = [], attributes = [], path, method, status, body } = changes;
  const items = [
    method && change('method', method, of),
    path && change('path', path, of),
    status && change('status', status, of),
    ...headers.map((each) => change(each.name, each, of)),
    ...attributes.map((each) => change(`attribute ${each.name}`, each, of)),
    body && h('li', { class: of }, side(of), h('b', {}, 'body replaced')),
  ];
  return items.filter((item) => item instanceof HTMLElement);
}

/**
 * @param {string} name
 * @param {Change} change
 * @param {'request' | 'response'} of
 */
function change(name, { before, after }, of) {
  const sign = before === undefined ? '+' : after === undefined ? '−' : '~';
  return h(
    'li',
    { class: of },
    side(of),
    h('b', {}, `${sign} ${name}`),
    before !== undefined && [' ', h('del', {}, before)],
    after !== undefined && [' ', h('ins', {}, after)],
  );
}

/** @param {'request' | 'response'} of */
function side(of) {
  return h('span', { class: 'side' }, of === 'request' ? 'request → ' : '← response ');
}
