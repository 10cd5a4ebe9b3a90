import { type RedirectOptions, RedirectResponse, TextResponse, urlFor } from '../../src/index.ts';
import { rule } from './builder.ts';
import type { CaseApplication, Kit, SharedCase } from './case.ts';
import { respond } from './recipes.ts';

/** Responds with the URLs of some names. */
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
  rule('R16', 'a name is first one of the innermost application, with the prefixes before it')
    .built((kit) => tree(kit, urls(kit, 'home')))
    .get('/blog/gallery/')
    .responds(200, '/blog/gallery/'),
  rule('R16', 'then one of the applications around it')
    .built((kit) =>
      tree(
        kit,
        kit.handler((request) => {
          const url = urlFor(request);
          return new TextResponse(`${url('post', { id: 0, lang: 'de' })} ${url('item', { id: 'a/b' })}`);
        }),
      ),
    )
    .get('/blog/gallery/')
    .responds(200, '/blog/post/0/de /item/a%2Fb'),
  rule('R16', 'then any other of the tree')
    .built((kit) =>
      tree(
        kit,
        kit.handler((request) => new TextResponse(urlFor(request)('far', { id: 7 }, { fragment: 'x' }))),
      ),
    )
    .get('/blog/gallery/')
    .responds(200, '/other/far/7#x'),
  rule('R16', 'outer middleware can use the names of inner applications, also before routing')
    .pipes(
      respond((request) => urlFor(request)('picture', { id: 1 }, { query: { a: 2 } })),
      { '/shop': (kit) => kit.child(tree(kit, kit.answer('never'))) },
    )
    .get('/')
    .responds(200, '/shop/blog/gallery/picture/1?a=2'),
  rule('R16', 'the URL of an application that is mounted twice has the prefix that the request entered')
    .app((app, kit) => {
      const page = kit.routed();
      page.get('/', urls(kit, 'home'), 'home');
      app.pipe('/en', kit.child(page));
      app.pipe('/de', kit.child(page));
    })
    .get('/de')
    .responds(200, '/de/'),
  rule('R16', 'routing under a prefix adds the prefix to the URLs of its routes')
    .app((app, kit) => {
      app.pipe('/api', kit.list(kit.routing, kit.dispatch));
      app.get('/ping', urls(kit, 'ping'), 'ping');
    })
    .get('/api/ping')
    .responds(200, '/api/ping'),
  rule('R16', 'a service that is an application is looked into')
    .built((kit) => {
      const blog = kit.routed();
      blog.get('/post', kit.answer('post'), 'post');
      const app = kit.app({ services: { blog } });
      app.pipe('/blog', kit.service('blog'));
      app.pipe(urls(kit, 'post'));
      return app;
    })
    .get('/')
    .responds(200, '/blog/post'),
  rule('R16', 'an unknown name is an error that suggests the nearest name of the whole tree')
    .built((kit) =>
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
    )
    .get('/blog/gallery/')
    .responds(200, /There is no route "pst" among 5; did you mean "post"\?/),
];

const redirecting: readonly SharedCase[] = [
  rule('R17', 'a redirect to a name has the path of the route')
    .routed((app, kit) => {
      app.get('/post/{id}', kit.answer('post'), 'post');
      app.post(
        '/post',
        redirect(kit, 'post', { id: 'a b' }, { status: 303, query: { new: 1 }, fragment: 'top' }),
      );
    })
    .post('/post')
    .respondsWith(303, { location: '/post/a%20b?new=1#top' }, ''),
  rule('R17', 'its status is 302 by default, and its path has the prefixes of the outer applications')
    .built((kit) =>
      tree(
        kit,
        kit.handler(async (request) => {
          await Promise.resolve();
          return RedirectResponse.to(request, 'home');
        }),
      ),
    )
    .get('/blog/gallery/picture/1')
    .respondsWith(302, { location: '/blog/gallery/' }),
  rule('R17', 'middleware before routing may redirect to a name, with further headers')
    .app((app, kit) => {
      app.pipe(
        kit.handler((request) =>
          RedirectResponse.to(request, 'login', {}, { query: { from: '/admin' } }).withCookie('seen', '1'),
        ),
      );
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/login', kit.answer('login'), 'login');
    })
    .get('/admin')
    .respondsWith(302, { location: '/login?from=%2Fadmin', 'set-cookie': /^seen=1;/ }),
  rule('R17', 'an unknown name is a failure of the server')
    .routes({ '/old': (kit) => redirect(kit, 'new') })
    .get('/old')
    .respondsWith(500, { location: null }),
  rule('R17', 'an error renderer may redirect to a name')
    .options({
      errors: { render: (_, request) => RedirectResponse.to(request, 'login', {}, { status: 303 }) },
    })
    .app((app, kit) => {
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/login', kit.answer('login'), 'login');
    })
    .get('/nope')
    .respondsWith(303, { location: '/login' }),
  rule('R17', "a client's parameter never redirects to another host")
    .app((app, kit) => {
      app.pipe(
        kit.handler((request) =>
          RedirectResponse.to(request, 'files', { rest: request.query.get('to') ?? '' }),
        ),
      );
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/{rest:.*}', kit.answer('file'), 'files');
    })
    .get('/?to=/evil.example')
    .respondsWith(302, { location: '/%2Fevil.example' }),
];

export const names: readonly SharedCase[] = [...linking, ...redirecting];
