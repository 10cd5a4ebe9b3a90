// The figures of a candidate, and the figures that violate its rules.
import { SHUTDOWN_TIMEOUT } from './contract.mjs';

/** Bytes that the heap may grow by chance while a process serves. A leak of a hundred bytes per request is larger. */
export const MOST_GROWTH = 8e6;
export const LATEST_SHUTDOWN = SHUTDOWN_TIMEOUT + 2000;
// Node does not notice every HTTP/2 client that disappears while it gets a response, nor close each connection on which it
// received garbage. Bare Node leaves about forty connections and six files in such a run. A leak in Fw would leave thousands.
export const MOST_SOCKETS = 100;
export const MOST_FILES = 30;
const COUNTED = [
  'right',
  'wrong',
  'surplus',
  'missing',
  'refused',
  'overdue',
  'cutShort',
  'invited',
  'halfClosedCut',
  'crashes',
  'rejections',
];
// Requests that a server may reject, or whose client it may take for disconnected.
const HARMLESS = new Set(['right', 'refused', 'halfClosedCut']);

/** @param assaulted the result of `assault` */
export function figuresOf({ name, tally, measurements, shutdowns }) {
  const { sockets, files, growths, peak, memory } = measurements;
  return {
    name,
    ...Object.fromEntries(COUNTED.map((what) => [what, tally[what]])),
    sockets,
    files,
    growth: Math.max(0, ...growths),
    peak,
    memory,
    shutdowns,
    attacks: tally.attacks,
    examples: tally.examples,
  };
}

export function attacksOf({ attacks }) {
  return Object.values(attacks).reduce((sum, count) => sum + count, 0);
}

export function worstShutdown({ shutdowns }) {
  return shutdowns.some(({ code }) => code === 'never')
    ? 'never'
    : Math.max(...shutdowns.map(({ milliseconds }) => milliseconds));
}

/** Figures that the servers of Bun and Deno may have (docs/reference/runtimes.md#engines). */
const TOLERATED = new Set(['invited', 'overdue']);

/** @returns a sentence for each violation */
export function violationsOf(figures, runtime = 'node') {
  const { name, right, sockets, files, growth, shutdowns } = figures;
  const isTolerated = (what) => HARMLESS.has(what) || (runtime !== 'node' && TOLERATED.has(what));
  const counted = COUNTED.filter((what) => !isTolerated(what) && figures[what] > 0);
  const late = shutdowns.filter(({ code, milliseconds }) => code !== 0 || milliseconds > LATEST_SHUTDOWN);
  return [
    ...counted.map((what) => `${what}: ${figures[what]}`),
    ...(right === 0 ? ['no valid response'] : []),
    ...(sockets > MOST_SOCKETS ? [`${sockets} sockets left open`] : []),
    ...(files > MOST_FILES ? [`${files} files left open`] : []),
    ...(growth > MOST_GROWTH ? [`memory grew by ${Math.round(growth / 1e6)} MB`] : []),
    ...late.map(({ code, milliseconds }) => `SIGTERM: code ${code} after ${milliseconds} ms`),
  ].map((violation) => `${name}: ${violation}`);
}
