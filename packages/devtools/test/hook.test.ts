import { readFileSync } from 'node:fs';
import { AppFactory, Application } from 'fw-runtime/b';
import { VERSION } from 'fw-runtime/internal';
import { expect, onTestFinished, test, vi } from 'vitest';
import { attach, detach } from '../src/hook.ts';

function attached(version: string): void {
  attach(version);
  onTestFinished(detach);
}

function failing(debug: boolean): Application {
  const app = new Application({ debug, log: () => {} });
  app.pipe(() => {
    throw new Error('tangerine');
  });
  return app;
}

async function pageOf(app: Application): Promise<string> {
  return (await app.request('/', { headers: { accept: 'text/html' } })).text();
}

test.each(['runtime', 'devtools'])(
  'the compared version is the one of the package in packages/%s',
  (name) => {
    const file = new URL(`../../${name}/package.json`, import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: VERSION });
  },
);

test('applications with debug that are created after attaching have error pages', async () => {
  const before = failing(true);
  attached(VERSION);
  expect(await pageOf(failing(true))).toContain('<!doctype html>');
  expect(await pageOf(failing(false))).not.toContain('tangerine');
  expect(await pageOf(before)).toMatch(/^500 Internal Server Error\ntangerine\n/);
});

test('an application of another version has no tools, and causes one warning', async () => {
  attached('9.9.9');
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(await pageOf(failing(true))).toMatch(/^500 Internal Server Error\ntangerine\n/);
  failing(true);
  expect(warn.mock.calls).toEqual([
    [
      `The development tools are not attached to an application of fw-runtime ${VERSION}: fw-devtools 9.9.9 needs the same version.`,
    ],
  ]);
});

test('importing the functions attaches nothing', async () => {
  await import('../src/index.ts');
  const hook = Symbol.for('fw-runtime.devtools.1');
  expect((globalThis as { [hook]?: unknown })[hook]).toBeUndefined();
  expect(await (await AppFactory.create().request('/')).text()).toContain('No route matches GET /.');
});
