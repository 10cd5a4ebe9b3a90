/** @module-tag full */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserPath, launchBrowser } from '../../../runtime/test/support/browser.ts';
import { kitOfA, kitOfB } from '../../../runtime/test/cases/kit.ts';
import type { Kit } from '../../../runtime/test/cases/case.ts';
import { serve } from '../../../runtime/test/support/serve.ts';
import { developerHeader, developerUrl } from '../support/developer.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const HOSTILE = `<script>document.title = 'ran'</script><img src="x" onerror="document.title = 'ran'">`;

describe.skipIf(browserPath === undefined)(
  'the development error page in a browser (needs chromium; CHROMIUM names it)',
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    afterAll(async () => {
      await browser?.close();
    });

    async function open(
      url: string,
      options: BrowserContextOptions = {},
    ): Promise<{ page: Page; complaints: string[] }> {
      const context = await browser.newContext(options);
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('dialog', (dialog) => {
        complaints.push(dialog.message());
        return dialog.dismiss();
      });
      page.on('console', (message) => {
        // The browser logs this for every page with this status.
        if (!message.text().includes('responded with a status of 500')) complaints.push(message.text());
      });
      await page.goto(options.javaScriptEnabled === false ? url : developerUrl(url));
      // The page for a browser requests its content.
      await page.locator('.frame').first().waitFor();
      return { page, complaints };
    }

    test.each([
      ['A', (): Promise<string> => brokenSite(kitOfA())],
      ['B', (): Promise<string> => brokenSite(kitOfB())],
    ])('of variant %s shows message, source and position', async (_variant, start) => {
      const { page, complaints } = await open(`${await start()}/blog/post/7`);
      expect(await page.locator('h1').textContent()).toBe(`the post cannot be shown: ${HOSTILE}`);
      expect(await page.locator('.frame[open] .line.thrown').first().textContent()).toContain(
        'throw new Error(',
      );
      expect(await page.locator('.frame[open] mark').first().textContent()).toBe('new Error');
      expect(await page.locator('.position').textContent()).toBe(
        '/blog → Blog → GET /post/{id} (post) → Broken',
      );
      expect(await page.locator('.layers .thrown code').allTextContents()).toEqual(['Broken']);
      expect(await page.getByText('Caused by').isVisible()).toBe(true);
      expect(complaints).toEqual([]);
    });

    test('executes nothing of its content', async () => {
      const { page, complaints } = await open(
        `${await brokenSite(kitOfB())}/blog/post/7?${encodeURIComponent(HOSTILE)}`,
        {
          extraHTTPHeaders: { 'x-hostile': HOSTILE },
        },
      );
      expect(await page.getByRole('cell', { name: HOSTILE }).isVisible()).toBe(true);
      expect(await page.title()).toMatch(/^500 the post cannot be shown/);
      expect(await page.locator('script, img, iframe, object, [onerror], [style]').count()).toBe(0);
      expect(new URL(page.url()).hash).toBe('');
      expect(complaints).toEqual([]);
    });

    test('has a policy that blocks all scripts, even injected ones', async () => {
      const { page } = await open(`${await brokenSite(kitOfB())}/blog/post/7`);
      await page.evaluate(`
        const script = document.createElement('script');
        script.textContent = "document.title = 'ran'";
        document.body.append(script);
      `);
      expect(await page.title()).not.toBe('ran');
    });

    test('works without JavaScript', async () => {
      // With the token in a header, the page has its content from the start.
      const { page } = await open(`${await brokenSite(kitOfB())}/blog/post/7`, {
        javaScriptEnabled: false,
        extraHTTPHeaders: developerHeader(),
      });
      expect(await page.locator('.line.thrown').first().isVisible()).toBe(true);
      const folded = page.locator('.others').first();
      expect(await folded.locator('.frame').first().isVisible()).toBe(false);
      await folded.locator('> summary').click();
      expect(await folded.locator('.frame').first().isVisible()).toBe(true);
    });

    test('is styled, light and dark, and fits a narrow window', async () => {
      const url = `${await brokenSite(kitOfB())}/blog/post/7`;
      const grounds: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await open(url, { colorScheme, viewport: { width: 360, height: 640 } });
        grounds.push(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'));
        const mark = page.locator('.line.thrown').first();
        expect(await mark.evaluate('(line) => getComputedStyle(line).backgroundColor')).not.toBe(
          'rgba(0, 0, 0, 0)',
        );
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      }
      expect(new Set(grounds).size).toBe(2);
    });
  },
);

/** An app whose blog, an inner application, is broken. */
async function brokenSite<M>(kit: Kit<M>): Promise<string> {
  const broken = (): never => {
    throw new Error(`the post cannot be shown: ${HOSTILE}`, { cause: new TypeError('no title') });
  };
  const blog = kit.routed({ debug: true, services: { Broken: broken } });
  blog.get('/post/{id}', kit.service('Broken'), 'post');
  const site = kit.app({ debug: true, services: { Blog: blog } });
  site.pipe('/blog', kit.service('Blog'));
  return (await serve(site)).url;
}
