// The description of a run of the benchmark.
import { CONNECTIONS } from './loads/http1.mjs';
import { dayOf, machine, versionOfRuntime } from '../shared/machine.mjs';
import { versionOf } from '../shared/peers.mjs';
import { workerdVersion } from './bundles/workerd.mjs';

const peers = ['fastify', 'hono', '@hono/node-server', 'h3'];

const NAMES = { node: 'Node', bun: 'Bun', deno: 'Deno', workerd: 'workerd' };

/** By report. */
const packages = {
  '': ['fw-runtime', ...peers, 'koa', '@koa/router'],
  'contracts-': ['fw-runtime', 'zod', 'valibot', 'arktype', ...peers, '@hono/zod-validator'],
  'free-': ['fw-runtime', 'fw-middleware', 'zod'],
  'http2-': ['fw-runtime', 'fastify', 'hono', '@hono/node-server'],
  'files-': ['fw-runtime', 'fastify', '@fastify/static', 'hono', '@hono/node-server'],
  'sockets-': ['fw-runtime', 'ws', 'crossws'],
  'events-': ['fw-runtime', 'fastify', 'hono', '@hono/node-server'],
};

function packagesOf(report, runtime) {
  if (runtime === 'node') return packages[report];
  if (runtime === 'workerd') return ['fw-runtime', 'hono'];
  return ['fw-runtime', 'hono', 'h3', ...(runtime === 'bun' ? ['elysia'] : [])];
}

/** @returns date, versions, machine and settings of a run; the Node version of the servers, and the day */
export function describeRun({
  report,
  runtime = 'node',
  node,
  nodeOptions,
  core,
  sets,
  rounds,
  burst,
  warmup,
  begun,
  skipped,
  failures,
}) {
  const nodeVersion = runtime === 'workerd' ? workerdVersion() : versionOfRuntime(node);
  return {
    nodeVersion,
    runtime: NAMES[runtime],
    machine: machine(),
    day: dayOf(begun),
    sets,
    lines: [
      `Date: ${new Date(begun).toISOString().slice(0, 16).replace('T', ' ')} UTC, ${Math.round((Date.now() - begun) / 60_000)} minutes.`,
      `${NAMES[runtime]} ${nodeVersion}${nodeOptions.map((option) => ` ${option}`).join('')}; ${machine()}.`,
      `Versions: ${packagesOf(report, runtime)
        .map((name) => `${name} ${versionOf(name)}`)
        .join(', ')}.`,
      `${sets} set${sets === 1 ? '' : 's'} of fresh processes; in each ${warmup} requests to warm up, then ${rounds} bursts of ${burst} on ${CONNECTIONS} keep-alive connections${core === undefined ? '' : ', servers and load on one core'}.`,
      ...(skipped.length === 0
        ? []
        : [`Skipped, because what they need was not there: ${skipped.join(', ')}.`]),
      ...failures.map((failure) => `Failed, and not counted: ${failure}`),
    ],
  };
}
