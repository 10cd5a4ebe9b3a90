import { afterAll, expect, vi } from 'vitest';

// Test files of packages share a process, one after the other: what a file changes of it is taken back, or the file fails.
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

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const more = events.filter((event) => process.listenerCount(event) > (listeners.get(event) ?? 0));
  // Of the whole file, so in no test.
  // oxlint-disable-next-line vitest/no-standalone-expect
  expect({ ...ofTheProcess(), listeners: more }, 'what this file leaves to the next one').toEqual({
    ...before,
    listeners: [],
  });
});
