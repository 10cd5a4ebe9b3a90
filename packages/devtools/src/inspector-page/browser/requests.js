import { BASE, read } from './api.js';
import { breakable, clock, empty, fill, h, time } from './dom.js';
import { moveWithin } from './keyboard.js';
import { requestDetail } from './request-detail.js';
import { back, severityOf, statusBadge } from './request-parts.js';

/** @typedef {import('./live-list.js').LiveList} LiveList */
/** @typedef {import('../../recorder/request-log.ts').RecordSummary} RecordSummary */

/**
 * The live list of requests, and the selected one.
 *
 * @param {LiveList} live
 * @param {(url: string) => void} go
 * @returns {import('./dom.js').View}
 */
export function requestsView(live, go) {
  const filter = h('input', {
    type: 'search',
    placeholder: 'Filter: /post, 500, POST',
    'aria-label': 'Filter the requests',
  });
  const list = h('ul', { class: 'requests', 'aria-label': 'Requests, newest first' });
  const detail = h('div', { class: 'detail' });
  const latest = h('p', { class: 'unseen', role: 'status' });
  const element = h(
    'section',
    { class: 'split' },
    h('div', { class: 'list' }, h('h2', {}, 'Requests'), filter, latest, list),
    detail,
  );
  let shown = '';

  const drawList = () => {
    const wanted = filter.value.trim().toLowerCase();
    const found = live.requests.filter((request) => textOf(request).includes(wanted));
    const focused =
      document.activeElement instanceof HTMLElement && list.contains(document.activeElement)
        ? document.activeElement.dataset['id']
        : undefined;
    fill(
      list,
      found.map((request) => h('li', {}, row(request, shown))),
    );
    if (found.length === 0) {
      const why =
        wanted === ''
          ? 'No requests yet. Send a request to the app, and the request appears here.'
          : 'No matching requests.';
      fill(list, h('li', {}, empty(why)));
    }
    const rows = [...list.querySelectorAll('a')];
    const entry = rows.find(({ dataset }) => dataset['id'] === (focused ?? shown)) ?? rows[0];
    for (const each of rows) each.tabIndex = each === entry ? 0 : -1;
    if (focused !== undefined) entry?.focus({ preventScroll: true });
  };
  const drawDetail = async () => {
    element.classList.toggle('one', shown !== '');
    const id = shown;
    if (id === '') {
      fill(
        detail,
        empty('Select a request to see the middleware that ran, and the changes that each middleware made.'),
      );
      return;
    }
    try {
      const record = await read(`requests/${encodeURIComponent(id)}`);
      if (id === shown) fill(detail, requestDetail(record, go));
    } catch (error) {
      if (id === shown) fill(detail, back(), empty(/** @type {Error} */ (error).message));
    }
  };

  live.watch(() => {
    drawList();
    const [newest] = live.requests;
    if (newest?.status !== undefined) fill(latest, `${newest.method} ${newest.url}: ${newest.status}`);
    // The pending request has ended.
    const current = live.requests.find(({ id }) => id === shown);
    const isShownAs = detail.querySelector('article')?.dataset['outcome'];
    if (current !== undefined && current.outcome !== isShownAs) void drawDetail();
  });
  filter.addEventListener('input', drawList);
  list.addEventListener('keydown', (event) => moveWithin(event, [...list.querySelectorAll('a')]));
  return {
    element,
    show(rest) {
      shown = decodeURIComponent(rest);
      drawList();
      void drawDetail();
    },
  };
}

/** @param {RecordSummary} request */
function textOf({ method, url, status, route = '', error = '' }) {
  return `${method} ${url} ${status} ${route} ${error}`.toLowerCase();
}

/**
 * @param {RecordSummary} request
 * @param {string} shown the id of the selected request
 */
function row({ id, method, url, status, duration, outcome, error, route, time: began }, shown) {
  return h(
    'a',
    {
      href: `${BASE}/requests/${encodeURIComponent(id)}`,
      'data-id': id,
      'aria-current': id === shown ? 'true' : undefined,
    },
    statusBadge(status, outcome),
    h(
      'span',
      { class: 'text' },
      h('span', { class: 'what' }, h('b', {}, method), ' ', breakable(url)),
      error !== undefined && h('span', { class: `fault ${severityOf(status)}` }, error),
      error === undefined && route !== undefined && h('span', { class: 'quiet' }, route),
    ),
    h(
      'span',
      { class: 'when' },
      duration === undefined ? '…' : time(duration),
      h('time', { datetime: began }, clock(began)),
    ),
  );
}
