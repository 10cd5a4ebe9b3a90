/** @module-tag full */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { kitOfB } from '../../../runtime/test/cases/kit.ts';
import { browserPath, launchBrowser } from '../../../runtime/test/support/browser.ts';
import { ask } from '../../../runtime/test/support/serve.ts';
import { accessToken } from '../../src/access/access-token.ts';
import { developerUrl } from '../support/developer.ts';
import { useDevTools } from '../support/use-dev-tools.ts';
import { inspectedSite } from '../inspector-page/inspected-site.ts';

useDevTools();

/** A server of another program on another port of this machine, which records its requests. */
async function otherServer(): Promise<{ url: string; received: IncomingHttpHeaders[] }> {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, outgoing) => {
    received.push(headers);
    outgoing.setHeader('Content-Type', 'text/html').end('<!doctype html><p>Other');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, received };
}

describe.skipIf(browserPath === undefined)(
  'the token in a browser (needs chromium; CHROMIUM names it)',
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    afterAll(async () => {
      await browser?.close();
    });

    async function context(): Promise<BrowserContext> {
      const made = await browser.newContext();
      onTestFinished(() => made.close());
      return made;
    }

    test(
      'is available in all tabs of the origin, after reloads, links of records and error pages (S10)',
      { timeout: 120_000 },
      async () => {
        const server = await inspectedSite(kitOfB());
        const origin = `http://localhost:${server.port}`;
        const tabs = await context();
        const page = await tabs.newPage();
        await page.goto(developerUrl(`${origin}/_fw`));
        await page.locator('.tree .node').first().waitFor();
        expect(page.url()).toBe(`${origin}/_fw`);
        await page.getByRole('tab', { name: 'Requests' }).click();
        await page.locator('#live', { hasText: 'live' }).waitFor();
        await page.reload();
        await page.locator('#live', { hasText: 'live' }).waitFor();

        const second = await tabs.newPage();
        const response = await second.goto(`${origin}/blog/broken`);
        await second.locator('.frame').first().waitFor();
        await second.getByRole('link', { name: 'Open this request in the inspector' }).click();
        await second.getByRole('region', { name: 'Error' }).waitFor();
        const third = await tabs.newPage();
        await third.goto(origin + (response?.headers()['x-fw-trace'] ?? ''));
        await third.getByRole('region', { name: 'Error' }).waitFor();
        await page.locator('.requests a', { hasText: 'GET /blog/broken' }).waitFor();
      },
    );

    test(
      'is not sent to another server on this machine, which can read and write nothing (S10)',
      { timeout: 120_000 },
      async () => {
        const server = await inspectedSite(kitOfB());
        const other = await otherServer();
        const page = await (await context()).newPage();
        await page.goto(developerUrl(`http://localhost:${server.port}/_fw`));
        await page.locator('.tree .node').first().waitFor();
        await page.goto(other.url);
        const cookie = other.received[0]?.cookie ?? '';
        expect(cookie).toContain(`fw-token-${server.port}=`);
        expect(JSON.stringify(other.received)).not.toContain(accessToken());
        expect(await page.evaluate('Object.keys(localStorage).length')).toBe(0);

        const headers = { cookie, host: `localhost:${server.port}`, accept: 'text/html' };
        const shell = await ask(server, { path: '/_fw', headers });
        const failed = await ask(server, { path: '/blog/broken', headers });
        expect([shell.status, failed.status]).toEqual([200, 500]);
        expect(shell.body + failed.body).not.toMatch(/cannot be shown|inspected-site/);
        const origin = `http://localhost:${server.port}`;
        for (const path of ['configuration', 'requests', 'events', 'application']) {
          expect(
            (await ask(server, { path: `/_fw/api/${path}`, headers: { ...headers, origin } })).status,
          ).toBe(403);
        }
        const sent = { ...headers, origin, 'content-type': 'application/json' };
        const write = {
          method: 'POST',
          path: '/_fw/api/open',
          headers: sent,
          body: '{"file":"package.json"}',
        };
        expect((await ask(server, write)).status).toBe(403);
      },
    );

    test(
      'is not stored by a link with a wrong token, and a browser without the token shows the URL to open',
      { timeout: 120_000 },
      async () => {
        const server = await inspectedSite(kitOfB());
        const origin = `http://localhost:${server.port}`;
        const page = await (await context()).newPage();
        await page.goto(developerUrl(`${origin}/_fw`));
        await page.locator('.tree .node').first().waitFor();
        await page.goto(`${origin}/_fw/enter#token=wrong&to=https%3A%2F%2Fevil.example%2F`);
        await page.getByText('open the URL of the inspector once').waitFor();
        await page.goto(`${origin}/_fw`);
        await page.locator('.tree .node').first().waitFor();
        await page.goto(`${origin}/_fw/enter#token=${accessToken()}&to=https%3A%2F%2Fevil.example%2F`);
        await page.waitForURL(`${origin}/_fw`);
        await page.evaluate('localStorage.clear()');
        for (const path of ['/_fw', '/blog/broken']) {
          await page.goto(origin + path);
          await page.getByText('open the URL of the inspector once').first().waitFor();
        }
        expect(await page.locator('.frame').count()).toBe(0);
      },
    );
  },
);
