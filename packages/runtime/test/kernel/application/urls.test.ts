import { describe, expect, test, vi } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { contract } from '../../../src/features/contract/index.ts';
import {
  type ContainerInterface,
  InvalidArgumentError,
  RedirectResponse,
  ServerRequest,
  type SharedMiddleware,
  TextResponse,
  UriGenerationError,
  urlFor,
} from '../../../src/index.ts';
import { Rou3Router } from '../../../src/kernel/router/rou3-router.ts';
import { inBothVariants } from '../../cases/kit.ts';

describe('app.url', () => {
  inBothVariants((kit) => {
    test('writes the URLs of an application and of those within, also handed around (R16)', () => {
      const blog = kit.routed();
      blog.get('/post/{id}', kit.answer('post'), 'post');
      const app = kit.routed();
      app.pipe('/blog', kit.list(kit.pass(), kit.child(blog)));
      app.get('/', kit.answer('home'), 'home');

      const { url } = app;
      expect(url('home')).toBe('/');
      expect(url('post', { id: 0 }, { query: { page: 2 }, fragment: 'top' })).toBe('/blog/post/0?page=2#top');
      expect(blog.url('post', { id: 0 })).toBe('/post/0');
    });

    test('contains routes that are registered, attached or renamed after its first use (R16)', () => {
      const app = kit.routed();
      const first = app.get('/first', kit.answer('first'), 'first');
      expect(app.url('first')).toBe('/first');
      expect(() => app.url('second')).toThrow(UriGenerationError);

      app.get('/second', kit.answer('second'), 'second');
      expect(app.url('second')).toBe('/second');

      first.setName('renamed');
      expect(app.url('renamed')).toBe('/first');
      expect(() => app.url('first')).toThrow('There is no route "first" among 2');

      const blog = kit.routed();
      app.pipe('/blog', kit.child(blog));
      expect(() => app.url('post')).toThrow(UriGenerationError);
      blog.get('/post', kit.answer('post'), 'post');
      expect(app.url('post')).toBe('/blog/post');
    });

    test('names a parameter that a route cannot write, and the nearest names of an unknown route (R16)', () => {
      const blog = kit.routed();
      blog.get('/post/{id:\\d+}', kit.answer('post'), 'post');
      const app = kit.app();
      app.pipe('/blog', kit.child(blog));

      expect(() => app.url('post', {})).toThrow('needs the parameter {id}, and got none.');
      expect(() => app.url('post', { id: 'x' })).toThrow(UriGenerationError);
      expect(() => app.url('psot', { id: 1 })).toThrow(
        'There is no route "psot" among 1; did you mean "post"?',
      );
      expect(() => kit.app().url('post')).toThrow('There is no route "post", nor any other.');
      expect(() => app.url(undefined as unknown as string)).toThrow('There is no route undefined among 1');
    });

    test('looks into the pipeline once, and not for each URL', () => {
      const blog = kit.routed();
      blog.get('/post/{id}', kit.answer('post'), 'post');
      const container = { get: vi.fn(() => blog), has: () => true };
      const app = kit.app({ container: container as unknown as ContainerInterface });
      app.pipe('/blog', kit.service('blog'));
      for (let id = 0; id < 10; id++) expect(app.url('post', { id })).toBe(`/blog/post/${id}`);
      expect(container.get).toHaveBeenCalledOnce();
    });

    test('uses the router of each application, and supports an application inside itself', () => {
      const blog = kit.app({ router: new Rou3Router() });
      blog.get('/post/{id}', kit.answer('post'), 'post');
      const app = kit.app();
      app.pipe('/a', kit.child(app));
      app.pipe('/blog', kit.child(blog));
      expect(app.url('post', { id: 1 })).toBe('/blog/post/1');
    });
  });
});

describe('urlFor', () => {
  inBothVariants((kit) => {
    test('reports that a request created by hand is handled by no application (R16)', () => {
      expect(() => urlFor(new ServerRequest('/a'))).toThrow(
        new UriGenerationError(
          'No application handles the request GET /a, so urlFor() has no routes: pass a request from ' +
            'app.request(), app.handle() or a server, or a copy of such a request.',
        ),
      );
    });

    test('works for requests that a middleware passes to handle() of another application', async () => {
      const inner = kit.routed();
      const tell = kit.handler((request) => {
        const url = urlFor(request);
        return new TextResponse(`${url('own')} ${url('outer')}`);
      });
      inner.get('/own', tell, 'own');
      const app = kit.app();
      app.pipe(
        '/inner',
        kit.handler((request) => inner.handle(request)),
      );
      app.get('/outer', kit.answer('outer'), 'outer');

      expect(await (await app.request('/inner/own')).text()).toBe('/inner/own /outer');
      expect((await inner.handle(new ServerRequest('/own'))).status).toBe(500);
    });
  });
});

describe('RedirectResponse.to', () => {
  inBothVariants((kit) => {
    test('is an error of its middleware, logged once, when the name is unknown (R17)', async () => {
      const log = vi.fn();
      const app = kit.routed({ log });
      app.get(
        '/old',
        kit.handler((request) => RedirectResponse.to(request, 'new', { id: 1 })),
      );

      expect((await app.request('/old')).status).toBe(500);
      expect(log).toHaveBeenCalledOnce();
      expect(log.mock.calls[0]?.[0]).toBeInstanceOf(UriGenerationError);
    });

    test('is a plain response with its Location (R17)', async () => {
      const app = kit.routed();
      app.get('/new/{id}', kit.answer('new'), 'new');
      app.get(
        '/old',
        kit.handler((request) => {
          const redirect = RedirectResponse.to(request, 'new', { id: 1 });
          expect(redirect).toBeInstanceOf(RedirectResponse);
          expect(redirect.toWeb().headers.get('location')).toBe('/new/1');
          return redirect.withStatus(308, 'Moved');
        }),
      );

      const response = await app.handle(new ServerRequest('/old'));
      expect([response.status, response.statusText]).toEqual([308, 'Moved']);
      expect(response.header('location')).toBe('/new/1');
    });

    test('is a response of a handler with a contract, also where its responses are checked (R17)', async () => {
      const app = kit.routed({ debug: true });
      app.get('/post/{id}', kit.answer('post'), 'post');
      const create = contract({ responses: { 303: null } });
      const handler = create.handle(({ request }) =>
        RedirectResponse.to(request, 'post', { id: 7 }, { status: 303 }),
      );
      app.post('/post', kit.shared(handler as unknown as SharedMiddleware));
      const { status, headers } = await app.request('/post', { method: 'POST' });
      expect([status, headers.get('location')]).toEqual([303, '/post/7']);
    });
  });

  test('throws for a request that no application handles (R17)', () => {
    expect(() => RedirectResponse.to(new ServerRequest('/a'), 'post')).toThrow(UriGenerationError);
  });

  test.each([199, 302.5, '302'])('rejects the status %j', async (status) => {
    const app = new b.Application();
    app.get('/', () => new TextResponse('home'), 'home');
    app.pipe((request) => {
      expect(() => RedirectResponse.to(request, 'home', {}, { status: status as number })).toThrow(
        InvalidArgumentError,
      );
      return new TextResponse('rejected');
    });
    expect(await (await app.request('/')).text()).toBe('rejected');
  });

  test('works in the final handler and the error middleware of variant A, and in the default delegate of variant B', async () => {
    const appA = new a.Application({
      finalHandler: (request) => RedirectResponse.to(request, 'home', {}, { status: 303 }),
    });
    appA.get('/', () => new TextResponse('home'), 'home');
    const final = await appA.request('/nope');
    expect([final.status, final.headers.get('location')]).toEqual([303, '/']);
    appA.pipeErrorHandler((_error, request) => RedirectResponse.to(request, 'home'));
    const failed = await appA.request('/nope');
    expect([failed.status, failed.headers.get('location')]).toEqual([302, '/']);

    const appB = new b.Application({ defaultDelegate: (request) => RedirectResponse.to(request, 'home') });
    appB.get('/', () => new TextResponse('home'), 'home');
    expect((await appB.request('/x')).headers.get('location')).toBe('/');
  });
});
