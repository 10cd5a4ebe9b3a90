import { BASE } from './api.js';
import { badge, empty, fill, h } from './dom.js';
import { originButton } from './origin.js';
import { isGuarded, methodsOf, pathOf } from './route-parts.js';
import { urlForm } from './url-form.js';

/** @typedef {import('../../describe/description.ts').ApplicationDescription} ApplicationDescription */
/** @typedef {import('fw-runtime/internal').RouteDescription} RouteDescription */

/**
 * All routes, and the URL of one of them.
 *
 * @param {Promise<{ description?: ApplicationDescription }>} application
 * @param {(url: string) => void} go
 * @returns {import('./dom.js').View}
 */
export function routesView(application, go) {
  const filter = h('input', {
    type: 'search',
    placeholder: 'Filter: /post, POST, a name',
    'aria-label': 'Filter the routes',
  });
  const count = h('span', { class: 'quiet', role: 'status' });
  const table = h('div', { class: 'rows' });
  const urlForms = h('div', { class: 'maker' });
  const element = h(
    'section',
    { class: 'routes' },
    h('h2', {}, 'Routes'),
    h('p', { class: 'bar' }, filter, count),
    table,
    urlForms,
  );
  const draw = async () => {
    const { description } = await application;
    const routes = description?.routes ?? [];
    const wanted = filter.value.trim().toLowerCase();
    const found = routes.filter((route) => textOf(route).includes(wanted));
    const none = routes.length === 0 ? 'The application has no routes.' : 'No matching routes.';
    fill(count, `${found.length} of ${routes.length}`);
    fill(table, found.length > 0 ? routeTable(found) : empty(none));
    if (routes.length > 0 && urlForms.firstChild === null) fill(urlForms, urlForm(routes, explain));
  };
  /** @param {string} path */
  const explain = (path) => go(`${BASE}?${new URLSearchParams({ method: 'GET', url: path })}`);
  filter.addEventListener('input', draw);
  void draw();
  return { element };
}

/** @param {RouteDescription} route */
function textOf({ name, path, prefix, methods = ['any'], middleware }) {
  return `${methods.join(' ')} ${prefix}${path} ${name} ${middleware}`.toLowerCase();
}

/** @param {readonly RouteDescription[]} routes */
function routeTable(routes) {
  const columns = ['Methods', 'Path', 'Name', 'Handler', 'Parameters', 'Contract', 'Registered in'];
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        columns.map((column) => h('th', { scope: 'col' }, column)),
      ),
    ),
    h(
      'tbody',
      {},
      routes.map((route) =>
        h(
          'tr',
          {},
          cells(route).map((cell, index) => h('td', { 'data-label': columns[index] }, h('div', {}, cell))),
        ),
      ),
    ),
  );
}

/** @param {RouteDescription} route */
function cells(route) {
  const { name, middleware, defined, hiddenBy, origin } = route;
  return [
    methodsOf(route),
    pathOf(route),
    [h('code', {}, name), hiddenBy !== undefined && badge(`hidden by ${hiddenBy}`, 'error')],
    [h('code', {}, middleware), ' ', originButton(defined, true)],
    constraintsOf(route),
    contractOf(route),
    originButton(origin),
  ];
}

/** @param {RouteDescription} route */
function constraintsOf({ placeholders }) {
  if (placeholders.length === 0) return '—';
  return h(
    'ul',
    { class: 'plain' },
    placeholders.map(({ name, restrictions, optional, rest }) => {
      const notes = [optional && 'optional', rest && 'wildcard'].filter((note) => typeof note === 'string');
      return h(
        'li',
        {},
        h('code', {}, name),
        restrictions.map((source) => [' ', h('code', { class: 'quiet' }, source)]),
        notes.length > 0 && h('span', { class: 'quiet' }, ` ${notes.join(', ')}`),
      );
    }),
  );
}

/** @param {RouteDescription} route */
function contractOf({ contract, security }) {
  const schemes = isGuarded(security) ? [...new Set(security?.flatMap((scheme) => Object.keys(scheme)))] : [];
  if (contract === undefined && schemes.length === 0) return '—';
  return [
    schemes.length > 0 && badge(schemes.join(', '), 'guard'),
    contract &&
      h(
        'details',
        {},
        h('summary', {}, contract.summary ?? 'Contract'),
        h('pre', { tabindex: '0' }, JSON.stringify(contract, null, 2)),
      ),
  ];
}
