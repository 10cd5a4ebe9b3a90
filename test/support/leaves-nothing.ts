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

const CONNECTIONS = Symbol.for('undici.globalDispatcher.1');

/** Closes the connections that fetch() keeps: their timers would start while the next file has fake ones, and counts them. */
async function closeConnections(): Promise<void> {
  const pool = Reflect.get(globalThis, CONNECTIONS) as
    | { destroy(): Promise<void>; readonly constructor: new () => object }
    | undefined;
  if (pool === undefined) return;
  Reflect.set(globalThis, CONNECTIONS, new pool.constructor());
  await pool.destroy();
}

afterAll(async () => {
  // A module that is still being imported when its file ends can't be imported by the next file either.
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  await closeConnections();
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
