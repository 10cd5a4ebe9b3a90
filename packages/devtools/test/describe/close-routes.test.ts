import { describe, expect, test } from 'vitest';
import { Application, type Route, TextResponse } from 'fw-runtime/b';
import type { RouteOptions } from 'fw-runtime';
import { explain } from '../../src/index.ts';

const answer = () => new TextResponse('ok');

/** The names of similar routes, the most similar first, each with the reason why it doesn't match. */
function close(routes: (app: Application) => unknown, method: string, path: string): [string, string][] {
  const app = new Application();
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  routes(app);
  return explain(app, method, path).close.map(({ route, reason }) => [route.name, reason]);
}

describe("a route that nearly matches reports why it doesn't", () => {
  test.each<[path: string, method: string, asked: string, reason: string, options?: RouteOptions]>([
    ['/post/{id:\\d+}', 'POST', '/post/1', 'handles GET only'],
    ['/post/{id:\\d+}', 'GET', '/post/abc', 'needs {id} to match \\d+, not "abc"'],
    ['/post/{id:\\d+}', 'GET', '/post/%C3%A4', 'needs {id} to match \\d+, not "ä"'],
    ['/post/{id:\\d+}', 'GET', '/Post/1', 'is spelled "post", not "Post": paths are case-sensitive'],
    ['/post/{id:\\d+}', 'GET', '/posts/1', 'has "post" instead of "posts"'],
    ['/post/{id:\\d+}', 'GET', '/post/1/', 'has no "/" at the end'],
    ['/post/{id:\\d+}', 'GET', '/post/1/edit', 'ends before "/edit"'],
    ['/post/{id:\\d+}', 'GET', '/post', 'needs "/{id}" at the end'],
    ['/x/{id}', 'GET', '/x/', 'needs a value for {id}'],
    ['/ping/', 'GET', '/ping', 'needs "/" at the end'],
    ['/ping/', 'GET', '/ping/x', 'ends before "/x"'],
    ['/ping/{id}/', 'GET', '/ping/1/edit', 'ends before "/edit"'],
    ['/news/{y}-{m:\\d+}.html', 'GET', '/news/2026.html', 'has "{y}-{m}.html" instead of "2026.html"'],
    ['/page[/{n:\\d+}[/{lang}]]', 'GET', '/page/two/de', 'needs {n} to match \\d+, not "two"'],
    ['/files/{rest:.*}', 'GET', '/files', 'needs "/{rest}" at the end'],
    ['/files/{rest:.+}', 'GET', '/files/', 'needs a value for {rest}'],
    ['/files/{rest:.+}', 'PUT', '/files/a/b', 'handles GET only'],
    [
      '/files/{rest:.*}',
      'GET',
      '/files/a/b',
      'needs {rest} to match .* and [a-z]+, not "a/b"',
      { tokens: { rest: /[a-z]+/ } },
    ],
    [
      '/{id:\\w+}',
      'GET',
      '/%C3%A4',
      'needs {id} to match \\w+ and .{3}, not "ä"',
      { tokens: { id: '.{3}' } },
    ],
  ])('%s, to %s %s', (path, method, asked, reason, options = {}) => {
    const register = (app: Application): Route => app.get(path, answer, 'near').setOptions(options);

    expect(close(register, method, asked)).toEqual([['near', reason]]);
  });

  test('also if another route is more specific', () => {
    const routes = (app: Application): void => {
      app.get('/post/new', answer, 'new');
      app.get('/post/{id}', answer, 'any');
    };
    const reason = 'matches too, but is less specific than "new" or registered after it';

    expect(close(routes, 'GET', '/post/new')).toEqual([['any', reason]]);
    expect(close(routes, 'HEAD', '/post/new')).toEqual([['any', reason]]);
  });

  test('also at the root of an application under a prefix', () => {
    const mounted = (app: Application): void => {
      const blog = new Application();
      blog.pipeRoutingMiddleware().pipeDispatchMiddleware();
      blog.get('/', answer, 'blog');
      app.pipe('/blog', blog);
    };

    expect(close(mounted, 'POST', '/blog')).toEqual([['blog', 'handles GET only']]);
  });

  test('with all methods of the route', () => {
    const routes = (app: Application): unknown => app.route('/x', answer, ['GET', 'PUT', 'PATCH'], 'x');

    expect(close(routes, 'DELETE', '/x')).toEqual([['x', 'handles GET, PUT, PATCH only']]);
    expect(close(routes, 'HEAD', '/x')).toEqual([]);
  });

  test('and a route without methods reports that', () => {
    expect(close((app) => app.route('/x', answer, [], 'none'), 'GET', '/x')).toEqual([
      ['none', 'handles no method'],
    ]);
  });
});

test('a route that has nothing in common with the path is not similar', () => {
  const routes = (app: Application): void => {
    app.get('/about', answer);
    app.get('/{section}/help', answer);
    app.get('/{slug}', answer);
  };

  expect(close(routes, 'GET', '/post/1')).toEqual([]);
});

test('the most similar one is first', () => {
  const routes = (app: Application): void => {
    app.get('/posts', answer, 'posts');
    app.get('/post/{id}/edit', answer, 'edit');
    app.get('/post/{id:\\d+}', answer, 'post');
  };

  expect(close(routes, 'PUT', '/post/1').map(([name]) => name)).toEqual(['post', 'edit', 'posts']);
});
