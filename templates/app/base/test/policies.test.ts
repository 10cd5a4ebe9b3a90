import { policyViolations } from 'fw-devtools';
import { expect, test } from 'vitest';
import { createTestApp } from './app.ts';

test('the app satisfies its policies', async () => {
  const violations = await policyViolations(createTestApp());

  expect(violations.map(({ message }) => message)).toEqual([]);
});
