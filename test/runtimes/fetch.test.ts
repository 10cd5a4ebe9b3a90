import { describe, test } from 'vitest';
import { expectAll, type Report } from './report.ts';
import { askProgram, CURRENT, MODULE_RUNTIMES } from './runtimes.ts';

describe.each(MODULE_RUNTIMES)('$name', (runtime) => {
  test('answers every case through fetch', async (context) => {
    if (runtime.absent !== undefined) context.skip(runtime.absent);
    expectAll((await askProgram(runtime, 'fetch.mjs')) as Report);
  });
});

test('AWS Lambda: answers every case as events of payload format 2.0', async () => {
  expectAll((await askProgram(CURRENT, 'lambda.mjs')) as Report);
});
