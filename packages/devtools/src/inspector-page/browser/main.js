import { BASE, read } from './api.js';
import { empty, fill, h } from './dom.js';
import { configurationView } from './configuration.js';
import { LiveList } from './live-list.js';
import { pipelineView } from './pipeline.js';
import { requestsView } from './requests.js';
import { routesView } from './routes.js';
import { servicesView } from './services.js';

/** @typedef {import('./dom.js').View} View */

const projectLabel = document.getElementById('site');
const tabs = /** @type {HTMLElement} */ (document.getElementById('tabs'));
const panel = /** @type {HTMLElement} */ (document.getElementById('panel'));
const status = /** @type {HTMLElement} */ (document.getElementById('live'));

const live = new LiveList(status);
const application = read('application');

/** @type {Readonly<Record<string, readonly [label: string, make: () => View]>>} */
const TABS = {
  pipeline: ['Pipeline', () => pipelineView(application)],
  requests: ['Requests', () => requestsView(live, go)],
  routes: ['Routes', () => routesView(application, go)],
  configuration: ['Configuration', configurationView],
  services: ['Services', servicesView],
};
/** @type {Map<string, View>} */
const views = new Map();

const links = Object.entries(TABS).map(([name, [label]]) => {
  const path = name === 'pipeline' ? BASE : `${BASE}/${name}`;
  const link = h(
    'a',
    { href: path, role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel', title: label },
    shortened(label),
  );
  link.addEventListener('keydown', moveBetweenTabs);
  return link;
});
tabs.append(...links);

document.addEventListener('click', (event) => {
  const { target, ctrlKey, metaKey, shiftKey, button } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || ctrlKey || metaKey || shiftKey || button !== 0) return;
  const { pathname, origin, hash } = new URL(link.href);
  const isOurs = origin === location.origin && (pathname === BASE || pathname.startsWith(`${BASE}/`));
  if (!isOurs || hash !== '' || link.target !== '') return;
  event.preventDefault();
  go(link.href);
});
addEventListener('popstate', render);
void begin();

async function begin() {
  render();
  try {
    const { site: name } = await application;
    if (projectLabel !== null) fill(projectLabel, name);
    render();
  } catch (error) {
    fill(panel, empty(/** @type {Error} */ (error).message));
  }
}

/** @param {string} url */
function go(url) {
  if (url !== location.href) history.pushState(null, '', url);
  render();
}

function render() {
  const [first = '', ...rest] = location.pathname.slice(BASE.length + 1).split('/');
  const name = Object.hasOwn(TABS, first) ? first : 'pipeline';
  const [label, make] = /** @type {(typeof TABS)[string]} */ (TABS[name]);
  const view = views.get(name) ?? make();
  views.set(name, view);
  for (const link of links) {
    const isShown = link.id === `tab-${name}`;
    link.setAttribute('aria-selected', String(isShown));
    link.tabIndex = isShown ? 0 : -1;
  }
  panel.setAttribute('aria-labelledby', `tab-${name}`);
  document.title = `${label} · ${projectLabel?.textContent ?? 'Inspector'}`;
  if (panel.firstChild !== view.element) fill(panel, view.element);
  view.show?.(rest.join('/'));
}

/**
 * The longest label is shortened if there is little room.
 *
 * @param {string} label
 */
function shortened(label) {
  return label === 'Configuration' ? ['Config', h('span', { class: 'roomy' }, 'uration')] : label;
}

/** @param {KeyboardEvent} event */
function moveBetweenTabs(event) {
  const index = links.indexOf(/** @type {HTMLAnchorElement} */ (event.currentTarget));
  const last = links.length - 1;
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: last }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const link = links[(next + links.length) % links.length];
  link?.focus();
  if (link !== undefined) go(link.href);
}
