import { type RedirectOptions, RedirectResponse, TextResponse, urlFor } from '../../src/index.ts';
import type { CaseApplication, Kit, SharedCase } from './case.ts';

/** Answers with the URLs of some names. */
function urls<M>(kit: Kit<M>, ...names: readonly string[]): M {
  return kit.handler((request) => new TextResponse(names.map((name) => urlFor(request)(name)).join(' ')));
}

function redirect<M>(kit: Kit<M>, name: string, params?: object, options?: RedirectOptions): M {
  return kit.handler((request) => RedirectResponse.to(request, name, params, options));
}

/** A shop with a blog, which has a gallery; each has a home, and there is a page beside them. */
function tree<M>(kit: Kit<M>, inGallery: M): CaseApplication<M> {
  const gallery = kit.routed();
  gallery.get('/', inGallery, 'home');
  gallery.get('/picture/{id}', inGallery, 'picture');
  const blog = kit.routed();
  blog.pipe('/gallery', kit.child(gallery));
  blog.get('/blog-home', inGallery, 'home');
  blog.get('/post/{id}[/{lang}]', inGallery, 'post');
  const other = kit.routed();
  other.get('/far/{id}', inGallery, 'far');
  const shop = kit.app();
  shop.pipe('/blog', kit.child(blog));
  shop.pipe('/other', kit.list(kit.mark('x'), kit.child(other)));
  shop.pipeRoutingMiddleware().pipeDispatchMiddleware();
  shop.get('/shop-home', inGallery, 'home');
  shop.get('/item/{id}', inGallery, 'item');
  return shop;
}

const linking: readonly SharedCase[] = [
  {
    rule: 'R16',
    name: 'a name is first one of the innermost application, with the prefixes before it',
    build: (kit) => tree(kit, urls(kit, 'home')),
    request: { path: '/blog/gallery/' },
    expect: { status: 200, body: '/blog/gallery/' },
  },
  {
    rule: 'R16',
    name: 'then one of the applications around it',
    build: (kit) =>
      tree(
        kit,
        kit.handler((request) => {
          const url = urlFor(request);
          return new TextResponse(`${url('post', { id: 0, lang: 'de' })} ${url('item', { id: 'a/b' })}`);
        }),
      ),
    request: { path: '/blog/gallery/' },
    expect: { status: 200, body: '/blog/post/0/de /item/a%2Fb' },
  },
  {
    rule: 'R16',
    name: 'then any other of the tree',
    build: (kit) =>
      tree(
        kit,
        kit.handler((request) => new TextResponse(urlFor(request)('far', { id: 7 }, { fragment: 'x' }))),
      ),
    request: { path: '/blog/gallery/' },
    expect: { status: 200, body: '/other/far/7#x' },
  },
  {
    rule: 'R16',
    name: 'names of inner applications are known outside, also before routing',
    build(kit) {
      const app = kit.app();
      app.pipe(
        kit.handler(
          (request) => new TextResponse(urlFor(request)('picture', { id: 1 }, { query: { a: 2 } })),
        ),
      );
      app.pipe('/shop', kit.child(tree(kit, kit.answer('never'))));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: '/shop/blog/gallery/picture/1?a=2' },
  },
  {
    rule: 'R16',
    name: 'an application that stands in two places is meant where the request has entered it',
    build(kit) {
      const page = kit.routed();
      page.get('/', urls(kit, 'home'), 'home');
      const app = kit.app();
      app.pipe('/en', kit.child(page));
      app.pipe('/de', kit.child(page));
      return app;
    },
    request: { path: '/de' },
    expect: { status: 200, body: '/de/' },
  },
  {
    rule: 'R16',
    name: 'routing that stands under a prefix writes it before its routes',
    build(kit) {
      const app = kit.app();
      app.pipe('/api', kit.list(kit.routing, kit.dispatch));
      app.get('/ping', urls(kit, 'ping'), 'ping');
      return app;
    },
    request: { path: '/api/ping' },
    expect: { status: 200, body: '/api/ping' },
  },
  {
    rule: 'R16',
    name: 'a service that is an application is looked into',
    build(kit) {
      const blog = kit.routed();
      blog.get('/post', kit.answer('post'), 'post');
      const app = kit.app({ services: { blog } });
      app.pipe('/blog', kit.service('blog'));
      app.pipe(urls(kit, 'post'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: '/blog/post' },
  },
  {
    rule: 'R16',
    name: 'an unknown name is an error that tells the nearest of the whole tree',
    build: (kit) =>
      tree(
        kit,
        kit.handler((request) => {
          try {
            return new TextResponse(urlFor(request)('pst'));
          } catch (error) {
            return new TextResponse(String(error));
          }
        }),
      ),
    request: { path: '/blog/gallery/' },
    expect: {
      status: 200,
      body: /There is no route "pst" among 5; did you mean "post"\?/,
    },
  },
];

const redirecting: readonly SharedCase[] = [
  {
    rule: 'R17',
    name: 'a redirect to a name says the path of the route',
    build(kit) {
      const app = kit.routed();
      app.get('/post/{id}', kit.answer('post'), 'post');
      app.post(
        '/post',
        redirect(kit, 'post', { id: 'a b' }, { status: 303, query: { new: 1 }, fragment: 'top' }),
      );
      return app;
    },
    request: { method: 'POST', path: '/post' },
    expect: { status: 303, headers: { location: '/post/a%20b?new=1#top' }, body: '' },
  },
  {
    rule: 'R17',
    name: 'its status is 302 when none is given, and its path has the prefixes of the applications around',
    build: (kit) =>
      tree(
        kit,
        kit.handler(async (request) => {
          await Promise.resolve();
          return RedirectResponse.to(request, 'home');
        }),
      ),
    request: { path: '/blog/gallery/picture/1' },
    expect: { status: 302, headers: { location: '/blog/gallery/' } },
  },
  {
    rule: 'R17',
    name: 'middleware before routing may redirect to a name, with further headers',
    build(kit) {
      const app = kit.app();
      app.pipe(
        kit.handler((request) =>
          RedirectResponse.to(request, 'login', {}, { query: { from: '/admin' } }).withCookie('seen', '1'),
        ),
      );
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/login', kit.answer('login'), 'login');
      return app;
    },
    request: { path: '/admin' },
    expect: {
      status: 302,
      headers: { location: '/login?from=%2Fadmin', 'set-cookie': /^seen=1;/ },
    },
  },
  {
    rule: 'R17',
    name: 'an unknown name is a failure of the server',
    build(kit) {
      const app = kit.routed();
      app.get('/old', redirect(kit, 'new'));
      return app;
    },
    request: { path: '/old' },
    expect: { status: 500, headers: { location: null } },
  },
  {
    rule: 'R17',
    name: 'what makes a response of an error may redirect to a name',
    build(kit) {
      const app = kit.app({
        errors: { render: (_, request) => RedirectResponse.to(request, 'login', {}, { status: 303 }) },
      });
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/login', kit.answer('login'), 'login');
      return app;
    },
    request: { path: '/nope' },
    expect: { status: 303, headers: { location: '/login' } },
  },
  {
    rule: 'R17',
    name: 'what a client sends as a parameter leads to no other host',
    build(kit) {
      const app = kit.app();
      app.pipe(
        kit.handler((request) =>
          RedirectResponse.to(request, 'files', { rest: request.query.get('to') ?? '' }),
        ),
      );
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/{rest:.*}', kit.answer('file'), 'files');
      return app;
    },
    request: { path: '/?to=/evil.example' },
    expect: { status: 302, headers: { location: '/%2Fevil.example' } },
  },
];

export const names: readonly SharedCase[] = [...linking, ...redirecting];
