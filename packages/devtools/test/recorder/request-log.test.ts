import { expect, test } from 'vitest';
import { RequestLog } from '../../src/recorder/request-log.ts';
import type { RequestRecord } from '../../src/recorder/request-json.ts';

const record = (id: string, url = '/'): RequestRecord => ({
  id,
  time: '2026-01-01T00:00:00.000Z',
  method: 'GET',
  url,
  outcome: 'pending',
  request: { headers: [] },
  layers: [],
  services: [],
  errors: [],
});

test('a recorder lists its records with the newest first', () => {
  const recorder = new RequestLog();
  for (const id of ['one', 'two', 'three']) recorder.begin(record(id));
  recorder.update({ ...record('one'), outcome: 'answered', status: 200 });

  expect(recorder.list().map(({ id, outcome }) => [id, outcome])).toEqual([
    ['three', 'pending'],
    ['two', 'pending'],
    ['one', 'answered'],
  ]);
});

test('a log keeps 100 records, and removes the oldest', () => {
  const recorder = new RequestLog();
  for (let id = 0; id < 250; id++) recorder.begin(record(String(id)));

  expect(recorder.list()).toHaveLength(100);
  expect(recorder.get('149')).toBeUndefined();
  expect(recorder.get('150')).toEqual(record('150'));
});

test('a log keeps 5 MB, and tracks its size', () => {
  const recorder = new RequestLog();
  for (let id = 0; id < 80; id++) recorder.begin(record(String(id), `/${'x'.repeat(100_000)}`));

  const kept = recorder.list().map(({ id }) => JSON.stringify(recorder.get(id)).length);
  const sum = kept.reduce((size, length) => size + length, 0);
  expect(recorder.size).toBe(sum);
  expect(sum).toBeLessThanOrEqual(5_000_000);
  expect(sum + (kept[0] ?? 0)).toBeGreaterThan(5_000_000);
});

test('a growing record displaces the oldest', () => {
  const recorder = new RequestLog({ size: 1000 });
  for (const id of ['one', 'two', 'three']) recorder.begin(record(id));
  recorder.update(record('three', `/${'x'.repeat(700)}`));

  expect(recorder.list().map(({ id }) => id)).toEqual(['three']);
  recorder.remove('three');
  expect(recorder.size).toBe(0);
});

test('a displaced record does not return when its request is done', () => {
  const recorder = new RequestLog({ records: 1 });
  recorder.begin(record('one'));
  recorder.begin(record('two'));
  recorder.update({ ...record('one'), outcome: 'answered' });

  expect(recorder.list().map(({ id }) => id)).toEqual(['two']);
});

test('a subscriber is notified of each record when it begins and when it is done, until it unsubscribes', () => {
  const recorder = new RequestLog();
  const told: unknown[] = [];
  recorder.subscribe(() => {
    throw new Error('of a listener');
  });
  const unsubscribe = recorder.subscribe(({ id, outcome }) => told.push([id, outcome]));
  recorder.begin(record('one'));
  recorder.update({ ...record('one'), outcome: 'answered' });
  unsubscribe();
  recorder.begin(record('two'));

  expect(told).toEqual([
    ['one', 'pending'],
    ['one', 'answered'],
  ]);
});
