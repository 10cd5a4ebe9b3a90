// The app that every candidate serves: its requests, its responses, and its middlewares. Scenarios a, b, c, d and f run on an app
// of four routes; e runs on one of a hundred routes and ten middlewares, e-async on the same with asynchronous functions
// throughout; g runs on one of a single route with a schema.

export const TEXT = 'Hello, world!';
export const TEXT_TYPE = 'text/plain; charset=utf-8';
export const JSON_TYPE = 'application/json';
export const MIDDLEWARES = 10;
export const ROUTES = 100;

/** A new object for each response, so that no framework can cache its JSON. */
export function greeting() {
  return { message: TEXT, language: 'en', ok: true };
}

export function userText(id) {
  return `User ${id}`;
}

/** The default message of Fw; the 404 handlers of the others send the same. */
export function notFoundText(method, path) {
  return `404 Not Found\nNo route matches ${method} ${path}.\n`;
}

/** The names of the hundred routes of e, each with one parameter: `/api/area-0/item-0/{id}`. */
export const areas = Array.from({ length: ROUTES }, (_, index) => `/api/area-${index % 10}/item-${index}`);

// 1,024 bytes of JSON of the type that a form of an app sends.
const order = {
  order: 1042,
  customer: { name: 'Ada Lovelace', email: 'ada@example.org', newsletter: false },
  lines: Array.from({ length: 8 }, (_, index) => ({
    article: `A-${1000 + index}`,
    title: `Article number ${index}`,
    quantity: index + 1,
    price: 9.5 + index,
  })),
  note: '',
};
order.note = 'x'.repeat(1024 - JSON.stringify(order).length);
export const ORDER = JSON.stringify(order);

/** An order whose second line has no number. */
const WRONG_ORDER = ORDER.replace('"quantity":2', '"quantity":"two"');

/** The files of the scenarios of static files. */
export const FILES = { '10-kb.txt': 'x'.repeat(10_240), '1-mb.txt': 'x'.repeat(1_048_576) };

/** The data of an event, and the event on the wire. The first event shows that a client is connected. */
export const EVENT_DATA = JSON.stringify({ order: 1042, status: 'shipped', note: 'x'.repeat(60) });
export const EVENT = `data: ${EVENT_DATA}\n\n`;
export const READY = 'data: ready\n\n';

/** Each middleware increments a counter besides calling the next one, so that a skipped middleware is detected. */
let passes = 0;
export function countPass() {
  passes++;
}
export function passesSoFar() {
  return passes;
}

/**
 * The scenarios of docs/project/benchmark.md. The first check is measured, the others are
 * only checked.
 */
export const scenarios = {
  a: {
    title: 'GET text',
    checks: [{ path: '/text', status: 200, type: 'text/plain', body: TEXT }],
  },
  b: {
    title: 'GET JSON',
    checks: [{ path: '/json', status: 200, type: 'application/json', body: JSON.stringify(greeting()) }],
  },
  c: {
    title: 'GET with a parameter of digits',
    checks: [
      { path: '/user/12345', status: 200, type: 'text/plain', body: userText('12345') },
      { path: '/user/ada', status: 404, type: 'text/plain', body: notFoundText('GET', '/user/ada') },
    ],
  },
  d: {
    title: 'POST 1 KB of JSON, echoed',
    checks: [
      { method: 'POST', path: '/echo', send: ORDER, status: 200, type: 'application/json', body: ORDER },
      { method: 'POST', path: '/echo', send: '{"order":', status: 400 },
    ],
  },
  e: {
    title: '100 routes, 10 middlewares',
    checks: [
      {
        path: `${areas.at(-1)}/12345`,
        status: 200,
        type: 'text/plain',
        body: userText('12345'),
        passes: MIDDLEWARES,
      },
      { path: `${areas[41]}/7`, status: 200, type: 'text/plain', body: userText('7'), passes: MIDDLEWARES },
    ],
  },
  f: {
    title: '404',
    checks: [
      { path: '/no/such/page', status: 404, type: 'text/plain', body: notFoundText('GET', '/no/such/page') },
      { path: '/text', status: 200, type: 'text/plain', body: TEXT },
    ],
  },
  g: {
    title: 'POST 1 KB of JSON, validated',
    checks: [
      { method: 'POST', path: '/orders', send: ORDER, status: 201, type: 'application/json', body: ORDER },
      // Frameworks may respond with either.
      { method: 'POST', path: '/orders', send: WRONG_ORDER, status: [400, 422] },
      { method: 'POST', path: '/orders', send: '{"order":', status: 400 },
    ],
  },
};

/** The request of e, where every function is asynchronous. */
scenarios['e-async'] = { title: 'e with async functions', checks: scenarios.e.checks };
/** The request of e, with features that the request doesn't use. */
scenarios.free = { title: 'e with unused features', checks: scenarios.e.checks };

const overHttp2 = { folder: 'servers/http2', load: 'http2' };
scenarios['h2-a'] = {
  ...scenarios.a,
  title: 'HTTP/2: GET text',
  checks: [scenarios.a.checks[0]],
  ...overHttp2,
};
scenarios['h2-d'] = {
  ...scenarios.d,
  title: 'HTTP/2: POST 1 KB of JSON, echoed',
  checks: [scenarios.d.checks[0]],
  ...overHttp2,
};
for (const [name, title, amounts] of [
  ['10-kb.txt', 'file of 10 KB', {}],
  ['1-mb.txt', 'file of 1 MB', { warmup: 1000, burst: 50, rounds: 20 }],
]) {
  const check = { path: `/${name}`, status: 200, type: 'text/plain', body: FILES[name] };
  scenarios[`file-${name.replace(/-|\.txt/g, '')}`] = {
    title,
    checks: [check],
    folder: 'servers/files',
    ...amounts,
  };
}
scenarios.echo = {
  title: 'WebSocket: echo of 64 bytes',
  checks: [{ path: '/echo', send: 'x'.repeat(64) }],
  folder: 'servers/sockets',
  load: 'webSockets',
};
scenarios.events = {
  title: 'event to 1,000 clients',
  checks: [{ path: '/events', trigger: '/send', event: EVENT }],
  folder: 'servers/events',
  load: 'events',
  warmup: 100,
  burst: 5,
  rounds: 20,
};

/** Scenarios other than requests over HTTP/1, by report. */
export const TRANSPORTS = {
  'http2-': ['h2-a', 'h2-d'],
  'files-': ['file-10kb', 'file-1mb'],
  'sockets-': ['echo'],
  'events-': ['events'],
};

/** With the schemas in servers/contracts. */
export const CONTRACTS = ['g'];

/** The scenarios of each report, by the name of its files, and the scenario's reference candidate. */
export const reports = {
  '': { scenarios: ['a', 'b', 'c', 'd', 'e', 'f', 'e-async'], reference: 'raw' },
  'contracts-': { scenarios: CONTRACTS, reference: 'raw' },
  'free-': { scenarios: ['free'], reference: 'fw B' },
  'http2-': { scenarios: TRANSPORTS['http2-'], reference: 'raw' },
  'files-': { scenarios: TRANSPORTS['files-'], reference: 'raw' },
  'sockets-': { scenarios: TRANSPORTS['sockets-'], reference: 'ws' },
  'events-': { scenarios: TRANSPORTS['events-'], reference: 'raw' },
};

/** Whether a scenario runs on the large app. */
export function isLarge(scenario) {
  return scenario === 'e' || scenario === 'e-async' || scenario === 'free';
}

/** Whether every function of a scenario's app is asynchronous. */
export function isAsync(scenario) {
  return scenario === 'e-async';
}

/** The folder of the servers of a scenario. */
export function serversOf(scenario, runtime) {
  if (runtime === 'workerd') return 'servers/workerd';
  if (runtime !== 'node') return 'servers/web';
  if (scenarios[scenario].folder !== undefined) return scenarios[scenario].folder;
  return CONTRACTS.includes(scenario) ? 'servers/contracts' : 'servers';
}
