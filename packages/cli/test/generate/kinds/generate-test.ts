import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type * as a from '../../../../runtime/src/a/index.ts';
import type * as b from '../../../../runtime/src/b/index.ts';
import { completeAnswers } from '#command-line/answers';
import type { Answers } from '#command-line/flag';
import { Change } from '../../../src/generate/engine/change.ts';
import { requestTest as generator } from '../../../src/generate/kinds/request-test.ts';
import type { GeneratedProject } from '../../../src/generate/engine/generator.ts';
import { projectWith } from '../../project-with.ts';

/** The test created from the answers, and its path; from a recorded request if there is one. */
export async function generated(
  answers: Answers,
  { project, record }: { readonly project?: GeneratedProject; readonly record?: unknown } = {},
): Promise<{ path: string; text: string; answers: Answers }> {
  const where = project ?? (await projectWith());
  const asking = { terminal: undefined, yes: false, signal: new AbortController().signal };
  const given = record === undefined ? answers : { ...answers, 'from-json': '-' };
  const read = await generator.read?.(given, where.root, Readable.from([JSON.stringify(record)]));
  const all = await completeAnswers(generator.questions, read ?? {}, where, asking);
  const change = new Change(where.root);
  await generator.plan(where, all, change);
  const [file] = change.finish();
  return { path: file?.path ?? '', text: file?.after ?? '', answers: all };
}

/** Runs a generated test against an application. */
export async function run(text: string, app: a.Application | b.Application): Promise<string> {
  const tests: { readonly name: string; readonly isSkipped: boolean; readonly body: () => Promise<void> }[] =
    [];
  const declare =
    (isSkipped: boolean) =>
    (name: string, body: () => Promise<void>): number =>
      tests.push({ name, isSkipped, body });
  const code = text.replaceAll(/^import .*$/gm, '');
  // oxlint-disable-next-line no-implied-eval -- What is run is the subject of this test.
  const define = new Function('test', 'expect', 'createTestApp', code) as (...given: unknown[]) => void;
  define(Object.assign(declare(false), { skip: declare(true) }), expect, () => app);
  expect(tests).toHaveLength(1);
  for (const { isSkipped, body } of tests) if (!isSkipped) await body();
  return tests[0]?.isSkipped === true ? 'skipped' : 'passed';
}

/** The record of a request, as far as a test needs it. */
export const recorded = {
  method: 'GET',
  url: '/ping',
  status: 200,
  layers: [{ name: 'Ping' }],
  request: {
    headers: [
      ['host', 'localhost:8080'],
      ['user-agent', 'curl'],
    ],
  },
  response: {
    headers: [
      ['content-type', 'application/json'],
      ['date', 'Mon, 23 Nov 2026 03:00:00 GMT'],
      ['etag', '"1"'],
      ['set-cookie', 'sid=***'],
      ['x-fw-trace', '/_fw/requests/1'],
    ],
  },
};
