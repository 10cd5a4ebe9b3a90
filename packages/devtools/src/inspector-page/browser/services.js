import { read } from './api.js';
import { badge, clock, empty, fill, h, time } from './dom.js';

/** @typedef {import('../../describe/describe-services.ts').ServiceDescription} ServiceDescription */

const COLUMNS = [
  'Service',
  'Created from',
  'State',
  'Created at',
  'Duration',
  'Requested by',
  'Dependencies',
];

/**
 * The services of the container. They are read each time the view becomes visible, because services are created on first use.
 *
 * @returns {import('./dom.js').View}
 */
export function servicesView() {
  const filter = h('input', {
    type: 'search',
    placeholder: 'Filter: a name, created, failed',
    'aria-label': 'Filter the services',
  });
  const count = h('span', { class: 'quiet', role: 'status' });
  const again = h('button', { type: 'button', class: 'button' }, 'Reload');
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
      fill(table, empty('The container does not list its services, or the app has no container.'));
      return;
    }
    const wanted = filter.value.trim().toLowerCase();
    const found = services.filter(({ id, status = '', kind = '' }) =>
      `${id} ${stateOf(status)} ${kind}`.toLowerCase().includes(wanted),
    );
    fill(count, `${found.length} of ${services.length}`);
    fill(
      hint,
      services.some(({ status }) => status !== undefined)
        ? 'Each service is created once, on first use. This page shows names, never values.'
        : 'This container lists only service IDs. The ServiceManager also describes each service.',
    );
    fill(table, found.length > 0 ? serviceTable(found) : empty('No matching services.'));
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

/** @param {string} status */
function stateOf(status) {
  return status.replace(/made$/, 'created');
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
  time: created,
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
      badge(stateOf(status), status === 'made' ? 'guard' : status === 'failed' ? 'error' : ''),
      error !== undefined && h('span', { class: 'fault' }, ` ${error}`),
    ],
    created && h('time', { datetime: created }, clock(created)),
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
