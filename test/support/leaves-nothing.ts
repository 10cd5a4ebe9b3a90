import { afterAll, expect, vi } from 'vitest';

// Test files run one after the other in the same process. A file that changes the process and doesn't restore it fails.
const events = ['uncaughtException', 'unhandledRejection', 'warning', 'SIGINT', 'SIGTERM', 'SIGHUP'];

function ofTheProcess(): object {
  return {
    folder: process.cwd(),
    environment: { ...process.env },
    console: { ...console },
    clock: [Date, setTimeout, setInterval, setImmediate, queueMicrotask, performance.now, Math.random, fetch],
  };
}

const before = ofTheProcess();
const listeners = new Map(events.map((event) => [event, process.listenerCount(event)]));

afterAll(async () => {
  // A module that is still being imported when its file ends can't be imported by the next file either.
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const more = events.filter((event) => process.listenerCount(event) > (listeners.get(event) ?? 0));
  // This checks the whole file, so it is in no test.
  // oxlint-disable-next-line vitest/no-standalone-expect
  expect(
    { ...ofTheProcess(), listeners: more },
    'this file changes the process for the next file: restore it in afterEach or onTestFinished',
  ).toEqual({
    ...before,
    listeners: [],
  });
});
