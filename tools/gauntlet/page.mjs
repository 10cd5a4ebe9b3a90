// The tables of docs/project/bypasses.md, created from the results and the list of advisories.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADVISORIES } from './advisories.mjs';
import { CASES } from './cases/index.mjs';

const page = join(import.meta.dirname, '../../docs/project/bypasses.md');

/** Writes the tables into the page. */
export function writeToPage() {
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), readResults()));
}

export function readResults() {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'results/results.json'), 'utf8'));
}

/** The text with each `<!-- gauntlet NAME -->` … `<!-- end -->` filled. */
export function withTables(text, results) {
  const writers = {
    results: () => resultsTable(results),
    advisories: advisoriesTable,
    without: withoutCaseTable,
  };
  return text.replace(
    /(<!-- gauntlet (\w+) -->\n)[^]*?(<!-- end -->)/g,
    (_, start, name, end) => `${start}\n${writers[name]()}\n\n${end}`,
  );
}

function resultsTable({ date, node, hosts }) {
  const names = Object.keys(hosts);
  const rows = Object.entries(CASES).map(([name, { title }]) => [
    `\`${name}\``,
    title,
    ...names.map((host) => cellOf(hosts[host].cases[name])),
  ]);
  const versions = Object.assign({}, ...Object.values(hosts).map(({ versions }) => versions));
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `Node ${node}, ${date}: ${list.join(', ')}.`,
    '',
    ...tableOf(['Case', 'The request contains', ...names], rows),
  ].join('\n');
}

function cellOf(result) {
  if (result === undefined) return '–';
  return result.bypasses === 0 ? '0' : `**${result.bypasses} of ${result.requests}**`;
}

function advisoriesTable() {
  const rows = ADVISORIES.filter(({ cases }) => cases.length > 0).map(
    ({ id, package: name, cause, cases }) => [
      linkTo(id),
      name,
      cause,
      cases.map((tried) => `\`${tried}\``).join(', '),
    ],
  );
  return tableOf(['Advisory', 'Package', 'Cause', 'Cases'], rows).join('\n');
}

function withoutCaseTable() {
  const rows = ADVISORIES.filter(({ cases }) => cases.length === 0).map(
    ({ id, package: name, cause, reason }) => [linkTo(id), name, cause, reason],
  );
  return tableOf(['Advisory', 'Package', 'Cause', 'Why there is no case'], rows).join('\n');
}

function linkTo(id) {
  const url = id.startsWith('CVE')
    ? `https://www.cve.org/CVERecord?id=${id}`
    : `https://github.com/advisories/${id}`;
  return `[${id}](${url})`;
}

/** As the formatter writes it: every column as wide as its widest cell. */
function tableOf(heads, rows) {
  const cells = [heads, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = heads.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = cells;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)];
}
