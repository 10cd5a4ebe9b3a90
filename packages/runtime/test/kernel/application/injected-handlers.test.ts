import { expect, test, vi, onTestFinished } from 'vitest';
import type { Application } from '../../../src/b/index.ts';
import { inject, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { requestLogOf } from '../../../../devtools/src/recorder/request-log.ts';
import { describe, explain } from '../../../../devtools/src/index.ts';
import { serve } from '../../support/serve.ts';
import { askAsDeveloper } from '../../../../devtools/test/support/developer.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const place = { file: expect.stringContaining('injected-handlers.test.ts'), line: expect.any(Number) };

inBothVariants((kit) => {
  const described = (app: object): Application => app as Application;

  function site() {
    const services = { articles: { count: 2 } };
    const app = kit.routed({ debug: true, services });
    const list = inject(['articles'], (articles) => () => new TextResponse(String(articles)));
    const show = inject(['articles'], () => () => new TextResponse('One'));
    const guard = inject(['articles'], () => kit.pass() as object);
    app.get('/articles', list as never, 'article.list');
    app.get('/articles/{id}', [guard, show] as never);
    return app;
  }

  test('a handler of inject() is called as its route, with the line that created it', () => {
    expect(describe(described(site())).routes).toMatchObject([
      { name: 'article.list', middleware: 'article.list', defined: place },
      { middleware: '[inject(articles), GET /articles/{id}]', defined: place },
    ]);
    const { route } = explain(described(site()), 'GET', '/articles');
    expect(route).toMatchObject({ middleware: 'article.list', defined: place });
  });

  test('a named function in inject() keeps its name', () => {
    const app = kit.routed({ services: { articles: {} } });
    const named = inject(['articles'], function listArticles() {
      return () => new TextResponse('All');
    });
    app.get('/', named as never, 'home');

    expect(describe(described(app)).routes).toMatchObject([{ middleware: 'listArticles', defined: place }]);
  });

  test('the middleware of a trace has the name of the route, and the line that created it', async () => {
    const app = site();
    const server = await serve(app);
    await askAsDeveloper(server, { path: '/articles/7' });
    const [{ id = '' } = {}] = requestLogOf(app).list();

    expect(requestLogOf(app).get(id)?.layers.slice(-2)).toMatchObject([
      { name: 'inject(articles)', origin: place },
      { name: 'GET /articles/{id}', origin: place },
    ]);
  });

  test('in production the place is not looked for', () => {
    vi.stubEnv('NODE_ENV', 'production');
    onTestFinished(() => void vi.unstubAllEnvs());
    const [list] = describe(described(site())).routes;

    expect(list?.middleware).toBe('article.list');
    expect(list).not.toHaveProperty('defined');
  });
});
