// The results as Markdown.
import { reports, scenarios } from './reference-app.mjs';
import { markdownTable } from '../shared/table.mjs';
import { compare } from './statistics.mjs';

const AGAIN = / again$/;
const FEWEST_SETS = 3;

/**
 * The part of docs/project/benchmark.md: what was measured on what, the ratios with their ranges, and which candidates are ahead
 * of others.
 */
export function summary(results, run) {
  return [
    `${run.runtime ?? 'Node'} ${run.nodeVersion} on ${run.machine}, ${run.day}, ${run.sets} set${run.sets === 1 ? '' : 's'} of processes ([all results](${run.path})):`,
    '',
    ...tables(results),
    '',
    run.lines.find((line) => line.startsWith('Versions: ')),
  ].join('\n');
}

/** The line of the README. */
export function headline(results, run) {
  const rows = comparisons(results).filter(([own]) => ['fw A', 'fw B'].includes(own));
  const words = rows.flatMap(([, , ...inScenarios]) => inScenarios).filter(Boolean);
  const count = (wanted) => words.filter((word) => word === wanted).length;
  return (
    `On Node ${run.nodeVersion.split('.')[0]}, Fw uses less CPU than Fastify, Hono, h3 and Koa in ${count('ahead')} of ` +
    `${words.length} comparisons, about the same in ${count('tie')}, and more in ${count('behind')}.`
  );
}

/** For the terminal. */
export function table(results) {
  const numbers = markdownTable([
    ['scenario', 'candidate', 'µs', 'memory, MB', 'ratio in each set'],
    ...results.flatMap(({ scenario, rows }) =>
      rows.map((row) => [
        scenario,
        row.name,
        row.microseconds.toFixed(1),
        Math.round(row.rss / 1e6),
        row.sets.map(two).join(' '),
      ]),
    ),
  ]);
  return [numbers, '', ...tables(results)].join('\n');
}

function tables(results) {
  const compared = comparisons(results);
  const ratios = matrix(results, withRange);
  if (compared.length === 0) return [ratios];
  const words = compared.map(([own, other, ...inScenarios]) => [`${own} vs. ${other}`, ...inScenarios]);
  return [
    ratios,
    '',
    markdownTable([['Comparison', ...results.map(({ scenario }) => letterOf(scenario))], ...words]),
  ];
}

// The ratio of the reference is always 1.
function withRange({ ratio, low, high }) {
  return low === high ? two(ratio) : `${two(ratio)} (${two(low)}–${two(high)})`;
}

/**
 * `[[own, other, word in each scenario]]`: each candidate of Fw and the candidates to compare it with, where both have taken part
 * in enough sets for a range.
 */
export function comparisons(results) {
  const names = namesIn(results);
  const [{ scenario }] = results;
  const { reference } = Object.values(reports).find((report) => report.scenarios.includes(scenario));
  const others = names.filter((name) => name !== reference && !isOwn(name));
  const pairs = names
    .filter((name) => isOwn(name) && name !== reference)
    .flatMap((own) => {
      if (AGAIN.test(own)) return [[own, own.replace(AGAIN, '')]];
      return (isOwn(reference) ? [reference] : others).map((other) => [own, other]);
    });
  return pairs
    .map(([own, other]) => [
      own,
      other,
      ...results.map(({ rows }) => {
        const [one, two] = [own, other].map((name) => rows.find((row) => row.name === name));
        return Math.min(setsOf(one), setsOf(two)) < FEWEST_SETS ? '' : compare(one, two);
      }),
    ])
    .filter(([, , ...words]) => words.some(Boolean));
}

/** Thousands of instructions, if they were counted, and bytes. */
export function instructionsTable(results) {
  return matrix(results, ({ instructions, bytes }) =>
    instructions === undefined
      ? `${bytes} bytes`
      : `${Math.round(instructions / 100) / 10}k instructions, ${bytes} bytes`,
  );
}

/** The part of docs/project/benchmark.md. */
export function instructionsSummary(results, run) {
  return [`Node ${run.nodeVersion}, ${run.day}:`, '', instructionsTable(results)].join('\n');
}

function matrix(results, cell) {
  return markdownTable([
    ['Server', ...results.map(({ scenario }) => headOf(scenario))],
    ...namesIn(results).map((name) => [
      name,
      ...results.map(({ rows }) => {
        const row = rows.find((one) => one.name === name);
        return row === undefined ? '' : cell(row);
      }),
    ]),
  ]);
}

function headOf(scenario) {
  const { title } = scenarios[scenario];
  return scenario.length === 1 ? `${scenario}: ${title}` : title;
}

/** The letter of a main scenario, or the title of another one. */
function letterOf(scenario) {
  return scenario.length === 1 ? scenario : scenarios[scenario].title;
}

function setsOf(row) {
  return row?.sets.length ?? 0;
}

function isOwn(name) {
  return name.startsWith('fw ');
}

function namesIn(results) {
  const names = [...new Set(results.flatMap(({ rows }) => rows.map(({ name }) => name)))];
  // Fw comes last, except for candidates that are added later.
  return [
    ...names.filter((name) => !name.startsWith('fw ')),
    ...names.filter((name) => name.startsWith('fw ')),
  ];
}

function two(ratio) {
  return ratio.toFixed(2);
}
