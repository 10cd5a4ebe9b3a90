import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startChild } from '../../../runtime/test/support/child-process.ts';

/** The token that a new process gets. */
async function freshToken(root: string | undefined): Promise<string> {
  vi.resetModules();
  return (await import('../../src/access/access-token.ts')).accessToken(root);
}

function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'fw-token-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'package.json'), '{"dependencies":{"fw-runtime":"*"}}');
  return root;
}

const fileOf = (root: string): string => join(root, '.fw', 'dev', 'token');
const isWindows = process.platform === 'win32';

test('the token is random, is the same after a restart, and is stored where git ignores it (S10)', async () => {
  const [one, other] = [project(), project()];
  const token = await freshToken(one);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(readFileSync(fileOf(one), 'utf8')).toBe(`${token}\n`);
  expect(readFileSync(join(one, '.fw', 'dev', '.gitignore'), 'utf8')).toBe('*\n');
  expect(await freshToken(one)).toBe(token);
  expect(await freshToken(other)).not.toBe(token);
});

test.skipIf(isWindows)(
  'only its user can read the token, even after a copy that lost the mode (S10)',
  async () => {
    const root = project();
    const token = await freshToken(root);
    expect(statSync(fileOf(root)).mode & 0o777).toBe(0o600);
    chmodSync(fileOf(root), 0o644);
    expect(await freshToken(root)).toBe(token);
    expect(statSync(fileOf(root)).mode & 0o777).toBe(0o600);
  },
);

test.each(['', 'short', 'x'.repeat(33)])('a file that contains "%s" is replaced (S10)', async (text) => {
  const root = project();
  mkdirSync(join(root, '.fw', 'dev'), { recursive: true });
  writeFileSync(fileOf(root), text);
  const token = await freshToken(root);
  expect(readFileSync(fileOf(root), 'utf8')).toBe(`${token}\n`);
  expect(await freshToken(root)).toBe(token);
});

test('concurrent processes get the same token, and leave no other file (S10)', async () => {
  const root = project();
  const children = Array.from({ length: 4 }, () =>
    startChild('../../../devtools/test/fixtures/access-token.mjs', { FW_TEST_ROOT: root }),
  );
  await Promise.all(children.map((child) => child.told()));
  for (const child of children) child.tell('now');
  const tokens = await Promise.all(children.map((child) => child.told()));
  expect(new Set(tokens).size).toBe(1);
  expect(readFileSync(fileOf(root), 'utf8')).toBe(`${String(tokens[0])}\n`);
  expect(readdirSync(join(root, '.fw', 'dev')).toSorted()).toEqual(['.gitignore', 'token']);
});

test('outside a project, the token lasts as long as the process, and nothing is written (S10)', async () => {
  const token = await freshToken(undefined);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(await freshToken(undefined)).not.toBe(token);
  expect(existsSync(join(process.cwd(), '.fw'))).toBe(false);
});
