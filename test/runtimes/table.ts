import { expectAll, type Report } from './report.ts';

/** The row of a runtime; each test adds the part that it measures. */
interface Row {
  readonly how: string;
  fetch?: number;
  run?: number;
  readonly limits: Set<string>;
}

const HEADINGS = ['runtime', 'what runs', 'by `fetch`', 'by `run()`', 'not there'];
const [BEGIN, END] = ['<!-- runtimes -->', '<!-- /runtimes -->'];

/** Missing features, by the name of the limit in the suite. */
const LIMITS: Readonly<Record<string, string>> = {
  'code of text': '`FindMyWayRouter`',
  'node:assert': '`FindMyWayRouter`',
  'Set-Cookie': '`Set-Cookie`',
};

/** The table of runtimes, as far as it was measured. */
export class Table {
  readonly #rows = new Map<string, Row>();
  #failed = 0;

  /**
   * Expects every case of a report to pass, and adds its row.
   *
   * @param runtime the first cell of the row
   * @param how the second
   * @param the way of sending requests; absent if the report only lists missing features
   * @param limits what may not be there
   */
  expectAll(
    report: Report,
    {
      runtime,
      how,
      by,
      limits = [],
    }: {
      readonly runtime: string;
      readonly how: string;
      readonly by?: 'fetch' | 'run';
      readonly limits?: readonly string[];
    },
  ): void {
    this.#failed++;
    expectAll(report, limits);
    this.#failed--;
    const row = this.#rows.get(runtime) ?? { how, limits: new Set() };
    this.#rows.set(runtime, row);
    for (const limit of limits) row.limits.add(limit);
    if (by === undefined) return;
    if ((row[by] ?? report.passed) !== report.passed) {
      throw new Error(`Of ${runtime} ${row[by]} cases were found before, and ${report.passed} now.`);
    }
    row[by] = report.passed;
  }

  /**
   * The table of a page with the results; rows and cells without results stay unchanged.
   *
   * @throws Error when something that was added had failed
   */
  into(text: string): string {
    if (this.#failed > 0) throw new Error('What failed above is not told in a table.');
    const [before = '', rest = ''] = text.split(BEGIN);
    const [old = '', after] = rest.split(END);
    if (after === undefined) throw new Error(`The text has no ${BEGIN} … ${END}.`);
    const rows = new Map(
      old
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .slice(2)
        .map(cellsOf)
        .map((row) => [row[0], row]),
    );
    for (const [runtime, { how, fetch, run, limits }] of this.#rows) {
      const absent = new Set(
        Object.keys(LIMITS)
          .map((limit) => limits.has(limit) && LIMITS[limit])
          .filter(Boolean),
      );
      const [, , byFetch = '', byRun = ''] = rows.get(runtime) ?? [];
      rows.set(runtime, [
        runtime,
        how,
        String(fetch ?? byFetch),
        String(run ?? byRun),
        [...absent].join(', '),
      ]);
    }
    return `${before}${BEGIN}\n\n${tableOf([HEADINGS, ...rows.values()])}\n\n${END}${after}`;
  }
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** As the formatter prints it: columns of one width. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_heading, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const [headings, ...others] = lines;
  return [headings, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others].join('\n');
}
