import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InspectionReport } from 'fw-devtools/inspection';
import { expect } from 'vitest';
import { readPath } from '../../../devtools/src/child-process/read-path.ts';
import type { Inspect, Inspection } from '../../src/project/inspection.ts';

/** One inspection of a project. */
interface Look {
  readonly request: unknown;
  /** Absent if the command ended before the report arrived. */
  report?: unknown;
  /** The output of the project. */
  said?: string;
}

/**
 * The content of a file of recordings: each report once, and for each test its inspections, with the indexes of their reports.
 */
interface Recorded {
  readonly reports: unknown[];
  readonly tests: Record<string, (Omit<Look, 'report'> & { readonly report?: number })[]>;
}

const noLooks = { reports: [], tests: {} };

/**
 * What inspections of projects return while the tests of one file run: recorded by the tests that run end to end, and replayed by
 * the same tests where nothing is started.
 */
export class Recording {
  readonly #file: string;
  readonly #recorded = new Map<string, readonly Look[]>();
  readonly #found = new Map<string, Look[]>();

  /** @param name of the test file */
  constructor(name: string) {
    this.#file = join(import.meta.dirname, 'recordings', `${name}.json`);
    const { reports, tests } = read(this.#file);
    for (const [test, looks] of Object.entries(tests)) {
      const whole = looks.map(({ report, ...look }) =>
        report === undefined ? look : { ...look, report: reports[report] },
      );
      this.#recorded.set(test, whole);
    }
  }

  /** Inspects projects as `inspect` does, and records the reports. */
  recorded(folder: string, inspect: Inspect): Inspect {
    return (project, signal) => {
      const inspection = inspect(project, signal);
      const looks = this.#looks();
      let last: Look | undefined;
      return {
        inspect: async (request, timeLimit) => {
          const look: Look = { request: neutral(request, folder) };
          looks.push(look);
          last = look;
          const report = await inspection.inspect(request, timeLimit);
          look.report = neutral(report, folder);
          return report;
        },
        // The framework alone reads a path, so there is nothing to record.
        readPath: (request) => inspection.readPath(request),
        closeAndHear: async () => {
          const said = await inspection.closeAndHear();
          if (last !== undefined) last.said = neutral(said, folder) as string;
          return said;
        },
        close: () => inspection.close(),
      };
    };
  }

  /** Returns the recorded inspections, one after the other. */
  replayed(folder: string): Inspect {
    return (): Inspection => {
      let last: Look | undefined;
      return {
        inspect: async (request) => {
          const looks = this.#looks();
          last = this.#recorded.get(currentTest())?.[looks.length];
          looks.push({ request: neutral(request, folder) });
          if (last?.report === undefined) throw new Error(outdated);
          return local(last.report, folder) as InspectionReport;
        },
        readPath: async (request) => readPath(request),
        closeAndHear: async () => local(last?.said ?? '', folder) as string,
        close: () => {},
      };
    };
  }

  /** The inspections of the current test and the recorded ones, which must be equal. */
  looksAndRecorded(): [looks: Look[], recorded: Look[]] {
    const name = currentTest();
    const [found = [], recorded = []] = [this.#found.get(name), this.#recorded.get(name)];
    if (records) return [found, found];
    // A report that arrived or not by the end of a command depends on timing. In a replay, no report arrives.
    const compared = (looks: readonly Look[], others: readonly Look[]): Look[] =>
      looks.map((look, index) =>
        others[index] !== undefined && !('report' in others[index]) ? { request: look.request } : look,
      );
    return [compared(found, recorded), compared(recorded, found)];
  }

  /** Writes the recording, with `FW_RECORD=1`. Recordings of tests that did not run are kept. */
  write(): void {
    if (!records) return;
    const reports: string[] = [];
    const tests = [...new Map([...this.#recorded, ...this.#found])].map(([test, looks]) => {
      const lines = looks.map(({ report, ...look }) => {
        if (report === undefined) return JSON.stringify(look);
        const text = JSON.stringify(report);
        if (!reports.includes(text)) reports.push(text);
        return JSON.stringify({ ...look, report: reports.indexOf(text) });
      });
      return `${JSON.stringify(test)}: [\n${lines.join(',\n')}\n]`;
    });
    mkdirSync(dirname(this.#file), { recursive: true });
    // One report on each line, so that a diff shows the changed one.
    writeFileSync(
      this.#file,
      `{ "reports": [\n${reports.join(',\n')}\n],\n"tests": {\n${tests.join(',\n')}\n} }\n`,
    );
  }

  #looks(): Look[] {
    const name = currentTest();
    const looks = this.#found.get(name) ?? [];
    this.#found.set(name, looks);
    return looks;
  }
}

const records = process.env['FW_RECORD'] === '1';
/** The hint for a difference. */
export const outdated =
  'The recorded inspections of projects are out of date: run FW_RECORD=1 npx vitest run --project sites test/sites/fw-command';

function currentTest(): string {
  return expect.getState().currentTestName ?? '';
}

function read(file: string): Recorded {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  } catch {
    return noLooks;
  }
}

const moment = '2026-01-01T00:00:00.000Z';
/** Values that differ each time, by their key: times, durations, and the ids of requests. */
const varying: Readonly<Record<string, (value: unknown) => unknown>> = {
  time: (value) => (typeof value === 'string' ? moment : 1),
  duration: () => 1,
  entered: () => 1,
  passedOn: () => 1,
  resumed: () => 1,
  left: () => 1,
  id: (value) => (typeof value === 'string' ? value.replace(/^[\da-f]{12}$/, '0'.repeat(12)) : value),
};
/** The response of the route `/ping`, which contains the time; and the same in base64. */
const acknowledged = '{"ack":1700000000}';
const texts: readonly [RegExp, string][] = [
  [/^\{"ack":\d+\}$/, acknowledged],
  [/^eyJhY2siOj\w+$/, Buffer.from(acknowledged).toString('base64')],
  // Lines of a stack in packages and in Node.
  [/\n +at [^\n]*(?:node_modules|node:)[^\n]*/g, ''],
];

/** Replaces values that differ between machines and runs. */
function neutral(value: unknown, folder: string): unknown {
  const text = JSON.stringify(value, (key, each: unknown) => {
    const same = Object.hasOwn(varying, key) ? varying[key]?.(each) : each;
    return typeof same === 'string' ? texts.reduce((text, [from, to]) => text.replace(from, to), same) : same;
  });
  return JSON.parse(
    text
      .replaceAll(inJson(pathToFileURL(folder).href), '<url>')
      .replaceAll(inJson(folder), '<folder>')
      .replaceAll(`stage-${process.pid}`, '<stage>'),
  );
}

function local(value: unknown, folder: string): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(
    text
      .replaceAll('<url>', inJson(pathToFileURL(folder).href))
      .replaceAll('<folder>', inJson(folder))
      .replaceAll('<stage>', `stage-${process.pid}`),
  );
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
