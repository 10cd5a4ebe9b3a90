import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownerOf } from '../../src/error-page/shown-frame.ts';

const packages = join(import.meta.dirname, '..', '..', '..');

test.each([
  [join(packages, 'runtime/src/b/compose.ts'), 'framework'],
  [join(packages, 'devtools/src/checks/watched-layer.ts'), 'framework'],
  ['/shop/node_modules/zod/index.js', 'package'],
  ['/shop/src/action/ping.ts', 'application'],
  ['node:internal/process/task_queues', 'runtime'],
])('the code in %s belongs to the %s (E1)', (file, owner) => {
  expect(ownerOf(file)).toBe(owner);
});
