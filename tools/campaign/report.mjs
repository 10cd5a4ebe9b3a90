// The figures as Markdown.
import { tableOf } from '../shared/table.mjs';
import { attacksOf, worstShutdown } from './verdict.mjs';

const columns = [
  ['Server', ({ name }) => name],
  ['Correct', ({ right }) => right],
  ['Wrong', ({ wrong }) => wrong],
  ['Surplus', ({ surplus }) => surplus],
  ['Missing', ({ missing }) => missing],
  ['Attacks', attacksOf],
  ['Slow clients not disconnected', ({ overdue }) => overdue],
  ['Truncated uploads accepted', ({ cutShort }) => cutShort],
  ['Crashes', ({ crashes }) => crashes],
  ['Unhandled rejections', ({ rejections }) => rejections],
  ['Open sockets', ({ sockets }) => sockets],
  ['Open files', ({ files }) => files],
  ['Heap growth (MB)', ({ growth }) => (growth / 1e6).toFixed(1)],
  ['Peak memory (MB)', ({ peak }) => Math.round(peak / 1e6)],
  ['SIGTERMs', ({ shutdowns }) => shutdowns.length],
  ['Slowest shutdown (ms)', worstShutdown],
];

/** A row for each candidate. */
export function table(results) {
  return tableOf(columns, results);
}

/** The part of docs/project/campaign.md. */
export function summary(results, run) {
  const versions = Object.entries(run.versions).map(([name, version]) => `, ${name} ${version}`);
  return [
    `${run.runtime ?? 'Node'} ${run.nodeVersion} on ${run.machine}, ${run.day}, seed ${run.seed}, ${run.seconds / results.length} seconds each${versions.join('')}:`,
    '',
    table(results),
  ].join('\n');
}
