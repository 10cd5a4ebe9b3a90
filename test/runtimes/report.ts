import { expect } from 'vitest';

/** What `runSuite` of suite/suite.mjs finds. */
export interface Report {
  readonly passed: number;
  readonly failed: readonly { readonly name: string; readonly error: string }[];
  /** How many cases were left out, by what the platform lacks. */
  readonly limits: Readonly<Record<string, number>>;
}

/** Fails with the cases that failed, or with what was left out beside the limits given. */
export function expectAll(report: Report, limits: readonly string[] = []): void {
  expect(report.failed.map(({ name, error }) => `${name}\n${error}`).join('\n\n')).toBe('');
  expect(Object.keys(report.limits).toSorted()).toEqual(limits.toSorted());
  expect(report.passed).toBeGreaterThan(200);
}
