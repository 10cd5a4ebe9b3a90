// The results as Markdown.
import { scenarios } from './site.mjs';

/** @param results `[{ scenario, rows: [{ name, … }] }]`; each row as `summarise` in statistics.mjs gives it */
export function report(results, run, svg) {
  return [
    `# Benchmark on Node ${run.nodeVersion}`,
    '',
    `![Requests per second of processor time, relative to raw node:http](${svg})`,
    '',
    '## Ratio to raw `node:http`, fast mode',
    '',
    'Requests per second of the server’s own processor time. 1.00 is a server written by hand on `node:http`.',
    'A Node server has two stable speeds; this compares the fast mode of each (pooled over all processes).',
    '',
    matrix(results, ({ fast }) => fast.toFixed(2)),
    '',
    '## Ratio to raw within a round, median and quartiles',
    '',
    'Both speeds together, each process against the raw server of its own round.',
    '',
    matrix(results, ({ ratio, low, high }) => `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`),
    '',
    '## All numbers',
    '',
    table(results),
    '',
    '## On what',
    '',
    ...run.lines.map((line) => `- ${line}`),
    '- Again: `npm run bench`; one row: `npm run bench -- --only fastify --scenario e --rounds 3`; options: `--help`.',
    '',
  ].join('\n');
}

/** One line for each candidate and scenario, for the terminal. */
export function table(results) {
  const head = [
    'scenario',
    'candidate',
    'fast mode',
    'median (quartiles)',
    'per processor s',
    'per s',
    'memory, MB',
    'processes',
  ];
  const lines = results.flatMap(({ scenario, rows }) =>
    rows.map((row) => [
      scenario,
      row.name,
      row.fast.toFixed(2),
      `${row.ratio.toFixed(2)} (${row.low.toFixed(2)}–${row.high.toFixed(2)})`,
      Math.round(row.perCpuSecond),
      Math.round(row.perSecond),
      Math.round(row.rss / 1e6),
      row.processes,
    ]),
  );
  return markdownTable([head, ...lines]);
}

function matrix(results, cell) {
  const names = [...new Set(results.flatMap(({ rows }) => rows.map(({ name }) => name)))];
  return markdownTable([
    ['', ...results.map(({ scenario }) => `${scenario} ${scenarios[scenario].title}`)],
    ...names.map((name) => [
      name,
      ...results.map(({ rows }) => {
        const row = rows.find((one) => one.name === name);
        return row === undefined ? '' : cell(row);
      }),
    ]),
  ]);
}

export function markdownTable([head, ...lines]) {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => String(line[column]).length), 3),
  );
  const row = (cells) =>
    `| ${cells.map((cell, column) => String(cell).padEnd(widths[column])).join(' | ')} |`;
  return [row(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.map(row)].join(
    '\n',
  );
}
