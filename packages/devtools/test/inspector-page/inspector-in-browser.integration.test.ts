/** @module-tag full */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserPath, launchBrowser } from '../../../runtime/test/support/browser.ts';
import { kitOfA, kitOfB } from '../../../runtime/test/cases/kit.ts';
import { askFive, HOSTILE, inspectedSite } from './inspected-site.ts';
import { askAsDeveloper as ask, developerUrl } from '../support/developer.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const VARIANTS = [
  ['A', () => inspectedSite(kitOfA())],
  ['B', () => inspectedSite(kitOfB())],
] as const;
const [, [, start]] = VARIANTS;

/** The content of a page after it has been filled. */
const ARRIVED = '.verdict, .requests a, tbody td, .rows .empty, .waterfall';

/** In the page: the strings whose contrast with their background is less than 4.5 (WCAG 2, AA). */
const LOW_CONTRAST = `(() => {
  const rgb = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([red, green, blue]) => [red, green, blue]
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = rgb(getComputedStyle(each).backgroundColor);
      if (color.length === 3) return color;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() === '' || element.closest('noscript') || !element.checkVisibility()) continue;
    const pair = [light(rgb(getComputedStyle(element).color)), light(ground(element))];
    if ((Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05) < 4.5) found.add(element.outerHTML.slice(0, 120));
  }
  return [...found];
})()`;

describe.skipIf(browserPath === undefined)(
  'the inspector in a browser (needs chromium; CHROMIUM names it)',
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    afterAll(async () => {
      await browser?.close();
    });

    /** Opens a page, and collects the errors of the browser, including violations of the policy. */
    async function open(url: string, options: BrowserContextOptions = {}) {
      const context = await browser.newContext(options);
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(developerUrl(url));
      // The page that stores the token continues to this URL.
      await page.waitForURL(url);
      return { page, complaints };
    }

    const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

    test.each(VARIANTS)('of variant %s draws the pipeline in running order', async (_variant, start) => {
      const { url } = await start();
      const { page, complaints } = await open(`${url}/_fw`);

      await page.locator('.tree .node').first().waitFor();
      expect(await page.locator('.drawing > .tree > .node > .card .name').allTextContents()).toEqual([
        'Request',
        'Static files',
        'Signature',
        'Guard',
        'Blog',
        'routing',
        'dispatch',
        expect.stringMatching(/^(?:Final handler|404)$/),
      ]);
      expect(await page.locator('.application .inner .name').allTextContents()).toEqual([
        'routing',
        'dispatch',
      ]);
      expect(await page.getByRole('button', { name: /^packages.*inspected-site\.ts:\d+$/ }).count()).toBe(5);
      expect(complaints).toEqual([]);
    });

    test.each(VARIANTS)(
      'of variant %s highlights the guard when GET /admin/stats is typed',
      async (_variant, start) => {
        const { url } = await start();
        const { page, complaints } = await open(`${url}/_fw`);
        const guard = page.locator('.node', { has: page.locator('> .card', { hasText: 'Guard' }) });

        await page.getByLabel('URL').fill('/');
        await page.locator('.verdict', { hasText: 'home handles GET /,' }).waitFor();
        expect(await guard.getAttribute('class')).toContain('dim');
        await page.getByLabel('URL').fill('GET /admin/stats');
        await page.locator('.verdict', { hasText: 'admin.stats handles GET /admin/stats' }).waitFor();
        expect(await guard.getAttribute('class')).toContain('lit');
        expect(await page.locator('.answer.lit').textContent()).toContain('/admin/stats');

        await page.reload();
        await page.locator('.verdict', { hasText: 'admin.stats' }).waitFor();
        await page.getByLabel('URL').fill('/admin/stat');
        await page.locator('.verdict', { hasText: 'No route matches' }).waitFor();
        expect(await page.locator('.close').textContent()).toContain('/admin/stats');
        expect(complaints).toEqual([]);
      },
    );

    test.each(VARIANTS)(
      'of variant %s shows requests live, and the changes of each middleware',
      async (_variant, start) => {
        const server = await start();
        const { page, complaints } = await open(`${server.url}/_fw/requests`);
        await page.getByText('No requests yet').waitFor();

        await askFive(server);
        await page.locator('.requests a').nth(4).waitFor();
        expect(await page.locator('.requests .what').allTextContents()).toEqual([
          'GET /blog/broken',
          'POST /blog/post',
          'GET /admin/stats',
          'GET /blog/post/7?draft=1',
          'GET /',
        ]);
        await page.getByRole('link', { name: '/blog/post/7' }).click();
        const signature = page.locator('.waterfall > ol > li', { hasText: 'Signature' });
        await signature.waitFor();
        expect(await signature.textContent()).toContain('← response + X-Signed-By Ada');
        expect(
          await signature.locator('.lane i').evaluateAll((bars) => bars.map(({ className }) => className)),
        ).toEqual(['before', 'inner', 'after']);
        expect(new URL(page.url()).pathname).toMatch(/^\/_fw\/requests\/.+/);
        expect(complaints).toEqual([]);
      },
    );

    test.each(VARIANTS)(
      'of variant %s marks the failed middleware, and executes nothing of its content',
      async (_variant, start) => {
        const server = await start();
        const failing = (await askFive(server)).at(-1);
        const { page, complaints } = await open(server.url + String(failing?.headers['x-fw-trace']));

        const failure = page.getByRole('region', { name: 'Error' });
        await failure.waitFor();
        expect(await failure.textContent()).toContain(`Error: the post cannot be shown: ${HOSTILE}`);
        expect(await page.locator('.waterfall .thrown').count()).toBe(1);
        expect(await page.locator('.waterfall .thrown .badge.error').textContent()).toBe('failed');
        expect(await page.locator('main img').count()).toBe(0);
        expect(complaints).toEqual([]);
      },
    );

    test('shows requests while it is open, and the list again after a restart of the server', async () => {
      const server = await start();
      const { page } = await open(`${server.url}/_fw/requests`);
      await page.getByText('No requests yet').waitFor();

      await ask(server, { path: '/' });
      await page.locator('.requests a', { hasText: 'GET /' }).waitFor();
      await server.close();
      const status = page.getByRole('status').filter({ hasText: 'not connected' });
      await status.waitFor();
      expect(await status.count()).toBe(1);
    });

    test('sends a request again, and lists the omitted secrets', async () => {
      const server = await start();
      const [, , signedIn] = await askFive(server);
      const path = String(signedIn?.headers['x-fw-trace']);
      const { page, complaints } = await open(server.url + path);

      await page.getByRole('button', { name: 'Replay' }).click();
      const notice = page.locator('#notice');
      await notice.filter({ hasText: 'Replayed' }).waitFor();
      expect(await notice.textContent()).toBe(
        'Replayed the request: the response is 200. It was sent without authorization, because secrets are not recorded.',
      );
      await page.locator('.requests a').nth(5).waitFor();
      expect(new URL(page.url()).pathname).not.toBe(path);
      expect(await page.locator('.requests a[aria-current]').textContent()).toContain('GET /admin/stats');
      await page.goBack();
      expect(new URL(page.url()).pathname).toBe(path);
      expect(complaints).toEqual([]);
    });

    test('copies a request as a curl command', async () => {
      const server = await start();
      const [, , , created] = await askFive(server);
      const { page, complaints } = await open(server.url + String(created?.headers['x-fw-trace']), {
        permissions: ['clipboard-read', 'clipboard-write'],
      });

      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied the command to the clipboard.').waitFor();
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toContain(`--data-raw '{"title":"It'\\''s new"}'`);
      expect(complaints).toEqual([]);
    });

    test("shows why a request whose body was not read can't be sent again", async () => {
      const server = await start();
      const { headers } = await ask(server, { method: 'POST', path: '/blog/post/unread', body: 'unread' });
      const { page } = await open(server.url + String(headers['x-fw-trace']));

      await page.getByText('This request cannot be replayed. The body is not recorded').waitFor();
      expect(await page.getByRole('button', { name: 'Replay' }).isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Save as test' }).isDisabled()).toBe(false);
    });

    test('filters the routes, and writes the URL of a route', async () => {
      const { url } = await start();
      const { page, complaints } = await open(`${url}/_fw/routes`);
      const names = page.locator('tbody td:nth-child(3)');

      await names.nth(5).waitFor();
      await page.getByLabel('Filter the routes').fill('post /blog');
      expect(await names.allTextContents()).toEqual(['post.create', 'post.unread']);
      await page.getByLabel('Route', { exact: true }).selectOption('post.show');
      await page.getByLabel('id').fill('42');
      await page.getByRole('button', { name: 'Generate URL' }).click();
      await page.getByRole('link', { name: '/blog/post/42' }).waitFor();
      await page.getByLabel('id').fill('x');
      await page.getByRole('button', { name: 'Generate URL' }).click();
      await page.locator('.uri .fault', { hasText: 'post.show' }).waitFor();
      await page.getByLabel('id').fill('7');
      await page.getByRole('button', { name: 'Generate URL' }).click();
      await page.getByRole('button', { name: 'Explain' }).click();
      await page.locator('.verdict', { hasText: 'post.show handles GET /blog/post/7' }).waitFor();
      // Except for the browser's message about the URL that could not be written.
      expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
    });

    test('is usable by the keyboard alone', async () => {
      const server = await start();
      await askFive(server);
      const { page, complaints } = await open(`${server.url}/_fw`);
      const focused = (): Promise<string> =>
        page.evaluate("document.activeElement.textContent.trim().replace(/\\s+/g, ' ')");
      const hasOutline = (): Promise<boolean> =>
        page.evaluate("getComputedStyle(document.activeElement).outlineStyle === 'solid'");
      await page.locator('.tree .node').first().waitFor();

      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Skip to the content');
      await page.keyboard.press('Tab');
      expect([await focused(), await hasOutline()]).toEqual(['Pipeline', true]);
      await page.keyboard.press('ArrowRight');
      expect([await focused(), new URL(page.url()).pathname]).toEqual(['Requests', '/_fw/requests']);
      await page.keyboard.press('End');
      expect(await focused()).toBe('Services');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.locator('.requests a').nth(4).waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.type')).toBe('search');
      await page.keyboard.press('Tab');
      expect(await focused()).toContain('GET /blog/broken');
      await page.keyboard.press('ArrowDown');
      expect([await focused(), await hasOutline()]).toEqual([
        expect.stringContaining('POST /blog/post'),
        true,
      ]);
      await page.keyboard.press('Enter');
      await page.locator('article', { hasText: 'POST /blog/post' }).waitFor();
      await page.keyboard.press('Tab');
      expect([await focused(), await hasOutline()]).toEqual(['Replay', true]);
      expect(complaints).toEqual([]);
    });

    test('has styles, light and dark, with enough contrast, and fits a phone', async () => {
      const server = await start();
      const failing = (await askFive(server)).at(-1);
      const trace = String(failing?.headers['x-fw-trace']).slice('/_fw'.length);
      const grounds: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        const viewport = { width: 360, height: 640 };
        const { page } = await open(`${server.url}/_fw`, { colorScheme, viewport });
        for (const path of ['?url=/admin/stats', '/requests', '/routes', '/services', trace]) {
          await page.goto(`${server.url}/_fw${path}`, { waitUntil: 'commit' });
          await page.locator(ARRIVED).filter({ visible: true }).first().waitFor();
          expect([path, await widthOf(page)]).toEqual([path, 360]);
          expect([path, await page.evaluate<string[]>(LOW_CONTRAST)]).toEqual([path, []]);
        }
        grounds.push(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'));
      }
      expect(new Set(grounds).size).toBe(2);
    });
  },
);
