// The candidates: name, server file, options, scenarios, and the scenarios that run only with --all or --only.
import { CONTRACTS, reports, TRANSPORTS } from './reference-app.mjs';

const ASYNC = ['e-async'];
const FREE = reports['free-'].scenarios;
const SYNC = reports[''].scenarios.filter((scenario) => !ASYNC.includes(scenario));
const ALL = [...SYNC, ...ASYNC, ...CONTRACTS];
const { 'http2-': HTTP2, 'files-': FILES, 'sockets-': SOCKETS, 'events-': EVENTS } = TRANSPORTS;

const routers = {
  FindMyWayRouter: 'on find-my-way',
  Rou3Router: 'on rou3',
  PathToRegexpRouter: 'on path-to-regexp',
};
const tracings = { unheard: 'tracing', heard: 'traced' };
const unused = {
  contract: 'with a contract elsewhere',
  inspector: 'not inspected',
  tracing: 'untraced',
  middleware: 'with unused middleware',
};

export const RAW = { name: 'raw', server: 'raw', scenarios: [...ALL, ...HTTP2, ...FILES, ...EVENTS] };

/** Scenarios other than requests over HTTP/1. */
const TRANSPORTED = [
  { name: 'nginx', server: 'nginx', scenarios: FILES },
  ...['fastify', 'hono'].map((name) => ({ name, server: name, scenarios: [...HTTP2, ...FILES, ...EVENTS] })),
  ...['ws', 'crossws'].map((name) => ({ name, server: name, scenarios: SOCKETS })),
  ...['A', 'B'].map((variant) => ({
    name: `fw ${variant}`,
    server: 'fw',
    options: { variant: variant.toLowerCase() },
    scenarios: [...HTTP2, ...FILES, ...SOCKETS, ...EVENTS],
  })),
];

export const candidates = [
  ...['srvx', 'polka', 'express'].map((name) => ({ name, server: name, scenarios: SYNC, extraIn: SYNC })),
  { name: 'nest', server: 'nest', scenarios: ['a'], extraIn: ['a'] },
  { name: 'koa', server: 'koa', scenarios: [...SYNC, ...ASYNC], extraIn: SYNC },
  { name: 'fastify', server: 'fastify', scenarios: [...SYNC, ...CONTRACTS] },
  { name: 'hono', server: 'hono', scenarios: ALL },
  { name: 'h3', server: 'h3', scenarios: [...SYNC, ...CONTRACTS] },
  ...['A', 'B'].flatMap(candidatesOf),
  ...['valibot', 'arktype'].map((library) => ({
    name: `fw B with ${library}`,
    server: 'fw-b',
    options: { library },
    scenarios: CONTRACTS,
  })),
  ...TRANSPORTED,
  ...Object.entries(unused).map(([option, suffix]) => ({
    name: `fw B ${suffix}`,
    server: 'fw-b',
    options: { router: 'TreeRouter', unused: option },
    scenarios: FREE,
  })),
];

function candidatesOf(variant) {
  const server = `fw-${variant.toLowerCase()}`;
  const extra = (suffix, options) => ({
    name: `fw ${variant} ${suffix}`,
    server,
    options: { router: 'TreeRouter', ...options },
    scenarios: SYNC,
    extraIn: SYNC,
  });
  return [
    {
      name: `fw ${variant}`,
      server,
      options: { router: 'TreeRouter' },
      scenarios: variant === 'B' ? [...ALL, ...FREE] : ALL,
    },
    ...Object.entries(routers).map(([router, suffix]) => extra(suffix, { router })),
    ...Object.entries(tracings).map(([tracing, suffix]) => extra(suffix, { tracing })),
  ];
}

/** On the servers of Bun and Deno. */
export const WEB = [
  { name: 'hono', server: 'hono' },
  { name: 'elysia', server: 'elysia', runtimes: ['bun'] },
  { name: 'h3', server: 'h3', scenarios: SYNC },
  ...['A', 'B'].flatMap((variant) =>
    [
      ['by fetch', {}],
      ['native', { engine: 'native' }],
      ['on node:http', { engine: 'node' }],
    ].map(([suffix, options]) => ({
      name: `fw ${variant} ${suffix}`,
      server: 'fw',
      options: { variant: variant.toLowerCase(), ...options },
    })),
  ),
  ...['hono', 'fw A', 'fw B'].map((name) => ({
    name,
    server: name.split(' ')[0],
    options: { variant: name.slice(3).toLowerCase() },
    // A middleware can't be counted from outside.
    scenarios: SYNC.filter((scenario) => scenario !== 'e'),
    runtimes: ['workerd'],
  })),
].map((candidate) => ({ scenarios: [...SYNC, ...ASYNC], runtimes: ['bun', 'deno'], ...candidate }));

/**
 * @param names beginnings of names, or a whole name if a candidate has exactly that name; a name that ends with " again" is a
 * second process of the same candidate; undefined for the default candidates
 * @returns the candidates of a scenario, without the reference of its report
 */
export function candidatesIn(scenario, { names, isAll }, runtime) {
  const able = (runtime === 'node' ? candidates : WEB).filter(
    ({ scenarios, runtimes = [runtime] }) => scenarios.includes(scenario) && runtimes.includes(runtime),
  );
  if (names !== undefined) return names.flatMap((name) => named(able, name));
  return able.filter(({ extraIn }) => isAll || extraIn?.includes(scenario) !== true);
}

const AGAIN = ' again';

function named(able, text) {
  const suffix = text.endsWith(AGAIN) ? AGAIN : '';
  const wanted = text.slice(0, text.length - suffix.length);
  const whole = able.filter(({ name }) => name.toLowerCase() === wanted);
  const found = whole.length > 0 ? whole : able.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  return found.map((candidate) => ({ ...candidate, name: `${candidate.name}${suffix}` }));
}

/** The candidate whose cost is 1.00 in a report. */
export function referenceOf({ reference }) {
  return [RAW, ...candidates].find(({ name }) => name === reference);
}
