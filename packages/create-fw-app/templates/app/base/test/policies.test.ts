import { policyViolations } from 'fw-devtools';
import { expect, test } from 'vitest';
import { createTestApp } from './app.ts';

test('the policies of the configuration are kept', async () => {
  const violations = await policyViolations(createTestApp());

  expect(violations.map(({ message }) => message)).toEqual([]);
});
