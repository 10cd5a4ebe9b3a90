/** @module-tag full */

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserPath, launchBrowser } from '../../packages/runtime/test/support/browser.ts';
import { type AppServer, startServer } from '../support/server.ts';
import { requestBlog, writeBlog } from './blog.ts';
import { callFw } from './call-fw.ts';
import { createProjects } from './created-projects.ts';

const IMAGES = join('docs', 'images');
/** With it, the pictures of docs/essentials/inspector.md are created again. */
const isUpdated = process.env['UPDATE_SCREENSHOTS'] === '1';

describe.skipIf(browserPath === undefined)(
  'the inspector of a generated project (needs chromium; CHROMIUM names it)',
  () => {
    let browser: Browser;
    let folder: string;
    let cwd: string;
    let server: AppServer;
    let token: string;
    const complaints: string[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'fw-inspector-'));
      await createProjects(folder, { blog: ['--variant', 'b'] });
      cwd = join(folder, 'blog');
      await writeBlog(cwd);
      browser = await launchBrowser();
      server = await startServer('npm', ['run', 'dev'], { cwd, env: { PORT: '0' } });
      token = (await readFile(join(cwd, '.fw', 'dev', 'token'), 'utf8')).trim();
    });

    afterAll(async () => {
      await server?.stop();
      await browser?.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ viewport: { width: 1200, height: 1000 }, ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(`${server.url}/_fw${path}?token=${token}`);
      return page;
    }

    test('is at the URL that fw dev prints, and highlights the guard for GET /admin/stats', async () => {
      const url = server.url.replace('127.0.0.1', 'localhost');
      expect(server.output()).toContain(`(inspector: ${url}/_fw?token=${token})`);
      const page = await open('', { colorScheme: 'light' });

      await page.getByLabel('URL').fill('GET /admin/stats');
      await page.locator('.verdict', { hasText: 'admin.stats handles GET /admin/stats' }).waitFor();
      const guard = page.locator('.node', { has: page.locator('> .card', { hasText: 'AdminGuard' }) });
      expect(await guard.getAttribute('class')).toContain('lit');
      await picture(page, 'inspector-pipeline');
      expect(complaints).toEqual([]);
    });

    test('shows five requests, the changes of a middleware, and the failed middleware', async () => {
      const page = await open('/requests', { colorScheme: 'dark' });
      expect(await requestBlog(server.url, token)).toEqual([200, 200, 200, 201, 500]);

      await page.getByRole('link', { name: 'GET /post/9' }).click();
      await page.locator('.waterfall .thrown', { hasText: 'ShowPost' }).waitFor();
      expect(await page.getByRole('region', { name: 'Error' }).textContent()).toContain('src/posts.ts:15');
      const step = page.locator('.waterfall > ol > li', { hasText: 'SecurityHeaders' });
      expect(await step.textContent()).toContain('+ X-Frame-Options DENY');
      await picture(page, 'inspector-request');
      const api = `${server.url}/_fw/api/requests`;
      const headers = { 'X-Fw-Token': token };
      const all = (await (await fetch(api, { headers })).json()) as { id: string }[];
      const secrets = await Promise.all(
        all.map(async ({ id }) => (await fetch(`${api}/${id}`, { headers })).text()),
      );
      expect(String(secrets)).toContain('***');
      expect(String(secrets)).not.toContain('abcdefghijkl');
      expect(complaints).toEqual([]);
    });

    test('saves a request as a test that passes, and that fw undo removes', async () => {
      const page = await open('/requests');

      await page.getByRole('link', { name: 'POST /post' }).click();
      await page.getByRole('button', { name: 'Save as test' }).click();
      const saved = page.locator('.saved');
      await saved.waitFor({ timeout: 60_000 });
      const file = (await saved.locator('code').first().textContent()) ?? '';
      expect(file).toBe('test/post-post.test.ts');
      const vitest = join(folder, 'node_modules', '.bin', 'vitest');
      const { stdout } = await execa(vitest, ['run', file], { cwd });
      expect(stripVTControlCharacters(stdout)).toMatch(/Tests\s+1 passed/);

      expect((await callFw(cwd, ['undo'])).exitCode).toBe(0);
      await expect(readFile(join(cwd, file))).rejects.toThrow('ENOENT');
      expect(complaints).toEqual([]);
    });

    test('shows the configuration with its files, and the services with their dependents', async () => {
      const page = await open('/configuration', { colorScheme: 'light' });
      const eager = page.locator('.config li', { has: page.locator('> .key', { hasText: /^eager$/ }) });

      // With the lines, which fw adds.
      const place = eager.getByRole('button', { name: /^config\/autoload\/machine\.local\.ts:\d+$/ });
      await place.waitFor({ timeout: 60_000 });
      expect(await eager.textContent()).toMatch(
        /^eager false .*replaces true config\/autoload\/server\.global\.ts/,
      );
      await picture(page, 'inspector-configuration');
      await page.getByRole('tab', { name: 'Services' }).click();
      const database = page.locator('tbody tr', {
        has: page.locator('td:first-child', { hasText: 'Database' }),
      });
      await database.waitFor();
      expect(await database.locator('td').nth(5).textContent()).toBe('Posts');
      expect(complaints).toEqual([]);
    });
  },
);

/** Creates a picture for the documents, or checks that there is one of the same size. */
async function picture(page: Page, name: string): Promise<void> {
  const path = join(IMAGES, `${name}.png`);
  if (isUpdated) {
    await mkdir(IMAGES, { recursive: true });
    await page.screenshot({ path, animations: 'disabled' });
  }
  const png = await readFile(path);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 1000]);
}
