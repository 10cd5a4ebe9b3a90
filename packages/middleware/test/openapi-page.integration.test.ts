import { JsonResponse } from 'fw-runtime';
import { contract } from 'fw-runtime/contract';
import { AppFactory } from 'fw-runtime/b';
import { apiReference, openApi } from 'fw-middleware/openapi';
import { expect, test } from 'vitest';
import { browserPath, launchBrowser } from '../../runtime/test/support/browser.ts';
import { type App, serve } from './both-variants.ts';

const showPost = contract({ summary: 'Shows a post', tags: ['posts'] });

test.skipIf(browserPath === undefined)(
  'a browser shows the summaries, sends no request to another host, and violates no policy',
  { tags: ['full'] },
  async () => {
    const app = AppFactory.create();
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get(
      '/api/posts/{id}',
      showPost.handle(({ params }) => new JsonResponse(params)),
      'post',
    );
    app.get('/api/openapi.json', openApi());
    app.get('/api/docs', apiReference());
    const url = await serve(app as unknown as App);
    const browser = await launchBrowser();
    const [requests, problems]: [string[], string[]] = [[], []];
    try {
      const page = await browser.newPage();
      page.on('request', (request) => requests.push(request.url()));
      page.on('console', (message) => {
        if (message.type() !== 'info') problems.push(message.text());
      });
      page.on('pageerror', ({ message }) => problems.push(message));
      await page.goto(`${url}/api/docs`);
      await page.getByRole('heading', { name: 'Shows a post' }).waitFor();
      await page.evaluate('document.fonts.ready');
    } finally {
      await browser.close();
    }

    expect(problems).toEqual([]);
    expect(requests).toContain(`${url}/api/openapi.json`);
    expect(requests.filter((each) => !each.startsWith(`${url}/`) && !each.startsWith('data:'))).toEqual([]);
  },
);
