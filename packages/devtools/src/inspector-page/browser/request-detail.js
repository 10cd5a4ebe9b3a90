import { breakable, clock, h, size, time } from './dom.js';
import { errorsOf } from './request-errors.js';
import { actionsOf } from './request-actions.js';
import { back, statusBadge } from './request-parts.js';
import { waterfall } from './waterfall.js';

/** @typedef {import('./request-actions.js').RequestRecord} RequestRecord */
/** @typedef {import('../../recorder/request-json.ts').RecordedMessage} RecordedMessage */

/**
 * @param {RequestRecord} record
 * @param {(url: string) => void} go
 */
export function requestDetail(record, go) {
  const {
    method,
    url,
    status,
    outcome,
    duration,
    time: began,
    ip,
    route,
    request,
    response,
    services,
    omitted,
  } = record;
  const facts = [
    duration !== undefined && time(duration),
    `at ${clock(began)}`,
    route && `route ${route.name}`,
    ip !== undefined && `from ${ip}`,
    outcome === 'aborted' && 'the client disconnected',
  ].filter((fact) => typeof fact === 'string');
  return h(
    'article',
    { 'data-outcome': outcome, 'aria-label': `${method} ${url}` },
    back(),
    h(
      'h2',
      {},
      statusBadge(status, outcome),
      ' ',
      h('span', { class: 'what' }, h('b', {}, method), ' ', breakable(url)),
    ),
    h('p', { class: 'facts' }, facts.join(' · ')),
    actionsOf(record, go),
    errorsOf(record),
    h('h3', {}, 'Middleware'),
    h('p', { class: 'hint' }, 'Each row is a layer: one run of a middleware, a router or a handler.'),
    waterfall(record),
    omitted !== undefined &&
      h('p', { class: 'hint' }, `${omitted} more layers, services or errors are not shown.`),
    services.length > 0 && [h('h3', {}, 'Services created by this request'), serviceList(record)],
    h('div', { class: 'messages' }, message('Request', request), response && message('Response', response)),
  );
}

/** @param {RequestRecord} record */
function serviceList({ services, layers }) {
  return h(
    'ul',
    { class: 'made' },
    services.map(({ id, layer, askedBy, started, duration, error }) => {
      const requester = askedBy ?? (layer === undefined ? undefined : layers[layer]?.name);
      return h(
        'li',
        {},
        h('code', {}, id),
        h(
          'span',
          { class: 'quiet' },
          ` ${time(duration)}, at ${time(started)}${requester === undefined ? '' : `, requested by ${requester}`}`,
        ),
        error !== undefined && h('span', { class: 'fault' }, ` ${error}`),
      );
    }),
  );
}

/**
 * @param {string} title
 * @param {RecordedMessage} message
 */
function message(title, { headers, size: bytes, text }) {
  const length = size(bytes);
  return h(
    'section',
    { class: 'message', 'aria-label': title },
    h('h3', {}, title, length !== '' && h('span', { class: 'quiet' }, ` body: ${length}`)),
    h(
      'dl',
      { class: 'headers' },
      headers.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
    text !== undefined &&
      h('pre', { tabindex: '0', 'aria-label': `Body of the ${title.toLowerCase()}` }, text),
  );
}
