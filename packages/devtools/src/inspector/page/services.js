import { read } from './api.js';
import { badge, clock, empty, fill, h, time } from './dom.js';

/** @typedef {import('../../inspect/describe-services.ts').ServiceDescription} ServiceDescription */

const COLUMNS = ['Service', 'Made from', 'State', 'Made at', 'Took', 'Asked for by', 'Asked for'];

/**
 * What the container has. It is read each time it comes to sight, because services are made when they are first needed.
 *
 * @returns {import('./dom.js').View}
 */
export function servicesView() {
  const filter = h('input', {
    type: 'search',
    placeholder: 'Filter: a name, made, failed',
    'aria-label': 'Filter the services',
  });
  const count = h('span', { class: 'quiet', role: 'status' });
  const again = h('button', { type: 'button', class: 'button' }, 'Read again');
  const hint = h('p', { class: 'hint' });
  const table = h('div', { class: 'rows' });
  const element = h(
    'section',
    {},
    h('h2', {}, 'Services'),
    h('p', { class: 'bar' }, filter, again, count),
    hint,
    table,
  );
  /** @type {readonly ServiceDescription[] | null} */
  let services = null;

  const draw = () => {
    if (services === null) {
      fill(table, empty('The container tells nothing of its services, or there is none.'));
      return;
    }
    const wanted = filter.value.trim().toLowerCase();
    const found = services.filter(({ id, status = '', kind = '' }) =>
      `${id} ${status} ${kind}`.toLowerCase().includes(wanted),
    );
    fill(count, `${found.length} of ${services.length}`);
    fill(
      hint,
      services.some(({ status }) => status !== undefined)
        ? 'A service is made once, when it is first asked for. Names are shown here, and never values.'
        : 'This container tells only the ids of its services; the ServiceManager tells more.',
    );
    fill(table, found.length > 0 ? serviceTable(found) : empty('There is no such service.'));
  };
  const load = async () => {
    try {
      services = await read('services');
      draw();
    } catch (error) {
      fill(table, empty(/** @type {Error} */ (error).message));
    }
  };
  filter.addEventListener('input', draw);
  again.addEventListener('click', load);
  return { element, show: () => void load() };
}

/** @param {readonly ServiceDescription[]} services */
function serviceTable(services) {
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        COLUMNS.map((column) => h('th', { scope: 'col' }, column)),
      ),
    ),
    h(
      'tbody',
      {},
      services.map((service) =>
        h(
          'tr',
          {},
          cells(service).map((cell, index) =>
            h('td', { 'data-label': COLUMNS[index] }, h('div', {}, cell ?? '—')),
          ),
        ),
      ),
    ),
  );
}

/** @param {ServiceDescription} service */
function cells({
  id,
  kind,
  aliasOf,
  class: className,
  delegators,
  status,
  askedBy,
  time: made,
  duration,
  needs = [],
  error,
}) {
  const decorated = delegators ? ` and ${delegators} ${delegators === 1 ? 'delegator' : 'delegators'}` : '';
  const from =
    aliasOf === undefined
      ? `${kind ?? ''}${className === undefined || className === id ? '' : ` ${className}`}`
      : `alias of ${aliasOf}`;
  return [
    h('code', {}, id),
    from === '' ? undefined : from + decorated,
    status && [
      badge(status, status === 'made' ? 'guard' : status === 'failed' ? 'error' : ''),
      error !== undefined && h('span', { class: 'fault' }, ` ${error}`),
    ],
    made && h('time', { datetime: made }, clock(made)),
    duration === undefined ? undefined : time(duration),
    askedBy && h('code', {}, askedBy),
    needs.length > 0
      ? h(
          'ul',
          { class: 'plain' },
          needs.map((need) => h('li', {}, h('code', {}, need))),
        )
      : undefined,
  ];
}
