import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startServer } from '../support/server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-demo-test-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('npm run demo', () => {
  test.each([
    { variant: 'b', args: [] },
    { variant: 'a', args: ['--variant', 'a'] },
  ])('serves a site of variant $variant and says what to open', async ({ variant, args }) => {
    const port = await freePort();
    const site = join(folder, `site ${variant}`);
    const demo = await startServer('npm', ['run', 'demo', '--', site, ...args], {
      cwd: process.cwd(),
      env: { PORT: String(port) },
    });
    try {
      await demo.printed('Ctrl-C stops it');
      expect(demo.output()).toContain(`http://localhost:${port}/ping`);
      expect(await (await fetch(`${demo.url}/`)).text()).toBe('Hello, world!\n');
      const wrongMethod = await fetch(`${demo.url}/ping`, { method: 'POST' });
      expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    } finally {
      await demo.stop();
    }
    await expect(fetch(`${demo.url}/`)).rejects.toThrow();
  });

  test('refuses a variant that does not exist, and leaves nothing behind', async () => {
    const demo = await execa('node', ['scripts/demo.mjs', join(folder, 'none'), '--variant', 'c'], {
      reject: false,
    });

    expect(demo.exitCode).not.toBe(0);
    expect(demo.stderr).toContain('Unknown variant "c": choose a or b.');
  });
});
