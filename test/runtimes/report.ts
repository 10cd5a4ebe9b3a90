import { expect } from 'vitest';

/** The results of `runSuite` of suite/suite.mjs. */
export interface Report {
  readonly passed: number;
  readonly failed: readonly { readonly name: string; readonly error: string }[];
  /** The number of skipped cases, by the missing feature of the platform. */
  readonly limits: Readonly<Record<string, number>>;
}

/** Fails with the failed cases, or with skipped cases beyond the given limits. */
export function expectAll(report: Report, limits: readonly string[] = []): void {
  expect(report.failed.map(({ name, error }) => `${name}\n${error}`).join('\n\n')).toBe('');
  expect(Object.keys(report.limits).toSorted()).toEqual(limits.toSorted());
  expect(report.passed).toBeGreaterThan(200);
}
