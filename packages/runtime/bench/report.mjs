// The results as Markdown.
import { scenarios } from './site.mjs';

/** @param results `[{ scenario, rows: [{ name, … }] }]`; each row as `summarise` in statistics.mjs gives it */
export function report(results, run, svg) {
  return [
    `# Benchmark on Node ${run.nodeVersion}`,
    '',
    `![Requests per second of processor time, relative to raw node:http](${svg})`,
    '',
    '## Ratio to raw `node:http`, median and quartiles',
    '',
    'Requests per second of the server’s own processor time, each process against the two raw servers of its round.',
    '1.00 is a server written by hand on `node:http`.',
    '',
    matrix(results, medianAndQuartiles),
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

/** The part of docs/benchmark.md: the medians, of a single scenario with their quartiles, and what was measured on what. */
export function summary(results, run) {
  const cell = results.length > 1 ? median : medianAndQuartiles;
  return [
    `Node ${run.nodeVersion} on ${run.machine}, ${run.day}, ${run.rounds} processes each ([all numbers](${run.path})):`,
    '',
    matrix(results, cell),
    '',
    run.lines.find((line) => line.startsWith('Versions: ')),
  ].join('\n');
}

/** One line for each candidate and scenario, for the terminal. */
export function table(results) {
  const head = [
    'scenario',
    'candidate',
    'median (quartiles)',
    'fast mode',
    'per processor s',
    'per s',
    'memory, MB',
    'processes',
  ];
  const lines = results.flatMap(({ scenario, rows }) =>
    rows.map((row) => [
      scenario,
      row.name,
      medianAndQuartiles(row),
      row.fast.toFixed(2),
      Math.round(row.perCpuSecond),
      Math.round(row.perSecond),
      Math.round(row.rss / 1e6),
      row.processes,
    ]),
  );
  return markdownTable([head, ...lines]);
}

function median({ ratio }) {
  return ratio.toFixed(2);
}

function medianAndQuartiles({ ratio, low, high }) {
  return `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
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
