import { describe, test } from 'vitest';
import { expectAll, type Report } from './report.ts';
import { askProgram, MODULE_RUNTIMES } from './runtimes.ts';

describe.each(MODULE_RUNTIMES)('$name', (runtime) => {
  test('answers every case through fetch', async (context) => {
    if (runtime.absent !== undefined) context.skip(runtime.absent);
    expectAll((await askProgram(runtime, 'fetch.mjs')) as Report);
  });
});
