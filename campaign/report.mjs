// The figures as Markdown.
import { markdownTable } from '../bench/report.mjs';
import { attacksOf, worstShutdown } from './verdict.mjs';

const columns = [
  ['', ({ name }) => name],
  ['right', ({ right }) => right],
  ['wrong', ({ wrong }) => wrong],
  ['surplus', ({ surplus }) => surplus],
  ['missing', ({ missing }) => missing],
  ['attacks', attacksOf],
  ['too slow, not cut off', ({ overdue }) => overdue],
  ['uploads cut short, taken', ({ cutShort }) => cutShort],
  ['crashes', ({ crashes }) => crashes],
  ['unhandled rejections', ({ rejections }) => rejections],
  ['sockets left', ({ sockets }) => sockets],
  ['files left', ({ files }) => files],
  ['memory grown, MB', ({ growth }) => (growth / 1e6).toFixed(1)],
  ['peak, MB', ({ peak }) => Math.round(peak / 1e6)],
  ['SIGTERMs', ({ shutdowns }) => shutdowns.length],
  ['worst end, ms', worstShutdown],
];

/** A row for each candidate. */
export function table(results) {
  return markdownTable([
    columns.map(([title]) => title),
    ...results.map((figures) => columns.map(([, cell]) => cell(figures))),
  ]);
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
