import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BodyTimer } from '../../../src/server/runtimes/body-timer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a body that takes longer than the limit is rejected with 408, and one that has arrived is not', () => {
  const timer = new BodyTimer(1000, 100);
  const [late, arrived] = [vi.fn(), vi.fn()];
  timer.add(timer.deadline(), late);
  timer.delete(timer.add(timer.deadline(), arrived));
  vi.advanceTimersByTime(900);
  expect(late).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(late).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 408 }));
  expect(arrived).not.toHaveBeenCalled();
});

test('without a body to wait for, no timer is left', () => {
  const timer = new BodyTimer(1000, 100);
  timer.add(timer.deadline(), () => {});
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1100);
  expect(vi.getTimerCount()).toBe(0);
});

test('without a limit, a body is never late', () => {
  const timer = new BodyTimer(0, 100);
  const late = vi.fn();
  const reading = timer.add(timer.deadline(), late);
  vi.advanceTimersByTime(1_000_000);
  timer.delete(reading);
  vi.advanceTimersByTime(100);
  expect([late.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
});
