import type { InspectionReport } from 'fw-devtools/inspection';
import { expect, test } from 'vitest';
import { UsageError } from '#command-line/errors';
import { type Guards, rejectUnknownGuards } from '../../../src/generate/engine/guards.ts';

const guards = (...services: string[]): Guards => ({
  code: services,
  imports: [],
  services,
  known: ['SignedIn'],
});
const report = (fields: Partial<InspectionReport> = {}): InspectionReport =>
  ({
    faults: [],
    services: ['fw-middleware/jwt'],
    ids: ['fw-middleware/jwt', 'config'],
    ...fields,
  }) as InspectionReport;

test.each([
  ['SingedIn', 'Unknown guard "SingedIn": did you mean SignedIn?'],
  ['fw-middleware/jtw', 'Unknown guard "fw-middleware/jtw": did you mean fw-middleware/jwt?'],
  ['Nothing', 'Unknown guard "Nothing": pass an export of src/, or a service.'],
])('a guard that is neither exported nor a service is rejected: %s', (name, message) => {
  expect(() => rejectUnknownGuards(report(), guards('fw-middleware/jwt', name))).toThrow(
    new UsageError(message),
  );
});

test('a service is a guard, and nothing is checked in a project that does not load', () => {
  expect(() => rejectUnknownGuards(report(), guards('fw-middleware/jwt'))).not.toThrow();
  const broken = report({ faults: ['broken'], services: [] });
  expect(() => rejectUnknownGuards(broken, guards('SingedIn'))).not.toThrow();
});
