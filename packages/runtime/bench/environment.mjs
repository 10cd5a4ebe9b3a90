// On what a benchmark ran.
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { CONNECTIONS, loadTool } from './load.mjs';
import { versionOf } from './peers.mjs';

/** By report. */
const packages = {
  '': [
    'fw-runtime',
    'srvx',
    'polka',
    'fastify',
    'hono',
    '@hono/node-server',
    'h3',
    'koa',
    '@koa/router',
    'express',
    'find-my-way',
    'rou3',
  ],
  'contracts-': [
    'fw-runtime',
    'zod',
    'valibot',
    'arktype',
    'fastify',
    'hono',
    '@hono/node-server',
    '@hono/zod-validator',
    'h3',
  ],
};

/** @returns date, versions, machine and manner of a run; the Node that served, and the day */
export function describeRun({
  report,
  node,
  nodeOptions,
  serverCore,
  rounds,
  begun,
  turns,
  burst,
  warmup,
  skipped,
  failures,
}) {
  const nodeVersion = nodeVersionOf(node);
  return {
    nodeVersion,
    machine: machine(),
    day: dayOf(begun),
    rounds,
    lines: [
      `Date: ${new Date(begun).toISOString().slice(0, 16).replace('T', ' ')} UTC, ${Math.round((Date.now() - begun) / 60_000)} minutes.`,
      `Node ${nodeVersion}${nodeOptions.map((option) => ` ${option}`).join('')}; ${machine()}.`,
      `Versions: ${packages[report].map((name) => `${name} ${versionOf(name)}`).join(', ')}.`,
      `Load: ${loadTool}, ${CONNECTIONS} keep-alive connections${serverCore === undefined ? '' : ', server pinned to one core, load to another'}.`,
      `${rounds} rounds; in each a fresh process for each candidate and scenario, two for raw; ${warmup} requests to warm up, then ${turns} bursts of ${burst} ms, taken in turns.`,
      ...(skipped.length === 0
        ? []
        : [`Skipped, because what they need was not there: ${skipped.join(', ')}.`]),
      ...failures.map((failure) => `Failed, and not counted: ${failure}`),
    ],
  };
}

/** Such as `20.20.2`. */
export function nodeVersionOf(node) {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}

export function dayOf(time) {
  return new Date(time).toISOString().slice(0, 10);
}

export function machine() {
  const [cpu] = cpus();
  return `${availableParallelism()} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()}`;
}
