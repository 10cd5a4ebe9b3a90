import {
  EmptyResponse,
  HttpError,
  HttpResponse,
  JsonResponse,
  NotFoundError,
  type ServiceId,
  TextResponse,
} from '../../src/index.ts';
import type { Kit, SharedCase } from './case.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

function throwing<M>(error: unknown, debug = false) {
  return <N extends M>(kit: Kit<N>) => {
    const app = kit.app({ debug });
    app.pipe(kit.throws(error));
    return app;
  };
}

/** An application in debug whose route is broken: under a prefix, with a middleware known by its service name. */
function positioned<M>(kit: Kit<M>) {
  const services = {
    Broken: () => {
      throw new Error('the post cannot be shown');
    },
  };
  const app = kit.app({ debug: true, services });
  app.get('/post/{id}', kit.list(kit.pass(), kit.service('Broken')), 'post');
  app.pipe('/api', kit.list(kit.routing, kit.dispatch));
  return app;
}

export const errors: readonly SharedCase[] = [
  {
    rule: 'E1',
    name: 'a JSON client gets a problem of RFC 9457',
    build: throwing(new HttpError(403, 'Only the author may edit this post')),
    request: { path: '/post/1', headers: { accept: 'application/json' } },
    expect: {
      status: 403,
      headers: { 'content-type': 'application/problem+json' },
      body: {
        type: 'about:blank',
        title: 'Forbidden',
        status: 403,
        detail: 'Only the author may edit this post',
        instance: '/post/1',
      },
    },
  },
  {
    rule: 'E2',
    name: 'an extension that JSON cannot write is left out, and the rest of the problem stays',
    build: throwing(new HttpError(409, 'The name is taken.', { extensions: { id: 1n, free: ['ada2'] } })),
    request: { path: '/' },
    expect: {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
      body: {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        detail: 'The name is taken.',
        instance: '/',
        free: ['ada2'],
      },
    },
  },
  {
    rule: 'E1',
    name: 'a browser gets HTML',
    build: throwing(new HttpError(403, 'a <b> & "c"')),
    request: { path: '/', headers: { accept: BROWSER } },
    expect: {
      status: 403,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: /<h1>403 Forbidden<\/h1>[^]*a &lt;b&gt; &amp; &quot;c&quot;/,
    },
  },
  {
    rule: 'E1',
    name: 'who accepts anything gets text',
    build: throwing(new HttpError(403, 'no')),
    request: { path: '/', headers: { accept: '*/*' } },
    expect: {
      status: 403,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: '403 Forbidden\nno\n',
    },
  },
  {
    rule: 'E1',
    name: 'the highest quality of Accept decides',
    build: throwing(new HttpError(403)),
    request: { path: '/', headers: { accept: 'text/html;q=0.5, application/problem+json;q=0.9' } },
    expect: { status: 403, headers: { 'content-type': 'application/problem+json' } },
  },
  {
    rule: 'E1',
    name: 'a range such as application/* counts in Accept',
    build: throwing(new HttpError(403)),
    request: { path: '/', headers: { accept: 'application/*' } },
    expect: { status: 403, headers: { 'content-type': 'application/problem+json' } },
  },
  {
    rule: 'E1',
    name: 'a range such as text/* counts in Accept',
    build: throwing(new HttpError(403)),
    request: { path: '/', headers: { accept: 'application/json;q=0.5, text/*' } },
    expect: { status: 403, headers: { 'content-type': 'text/plain; charset=utf-8' } },
  },
  ...[undefined, 'application/json', BROWSER].map((accept): SharedCase => ({
    rule: 'E1',
    name: `a body that was chosen by Accept says so: ${accept}`,
    build: throwing(new HttpError(403)),
    request: { path: '/', headers: accept === undefined ? {} : { accept } },
    expect: { status: 403, headers: { vary: 'Accept' } },
  })),
  {
    rule: 'E1',
    name: 'a 404 says that its body was chosen by Accept',
    build: (kit) => kit.app(),
    request: { path: '/' },
    expect: { status: 404, headers: { vary: 'Accept' } },
  },
  {
    rule: 'E1',
    name: 'with debug too a body says that it was chosen by Accept',
    build: throwing(new Error('inside'), true),
    request: { path: '/', headers: { accept: BROWSER } },
    expect: { status: 500, headers: { vary: 'Accept' } },
  },
  {
    rule: 'E1',
    name: 'what an error says of Vary is added',
    build: throwing(new HttpError(403, 'no', { headers: { vary: 'Origin' } })),
    request: { path: '/' },
    expect: { status: 403, headers: { vary: 'Accept, Origin' } },
  },
  {
    rule: 'E1',
    name: 'with debug for everyone the inside is shown here too',
    build(kit) {
      const app = kit.app({ debug: 'everyone' });
      app.pipe(kit.throws(new Error('password is swordfish')));
      return app;
    },
    request: { path: '/' },
    expect: { status: 500, body: /password is swordfish/ },
  },
  {
    rule: 'E1',
    name: 'without debug a 5xx says its phrase only, as text',
    build: throwing(new Error('password is swordfish')),
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'E1',
    name: 'without debug a 5xx says its phrase only, as JSON',
    build: throwing(new HttpError(503, 'the database at 10.0.0.7 is down')),
    request: { path: '/', headers: { accept: 'application/json' } },
    expect: {
      status: 503,
      body: {
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        detail: 'Service Unavailable',
        instance: '/',
      },
    },
  },
  {
    rule: 'E1',
    name: 'without debug a 5xx says its phrase only, as HTML',
    build: throwing(new Error('password is swordfish')),
    request: { path: '/', headers: { accept: BROWSER } },
    expect: { status: 500, body: /^(?![^]*(?:swordfish|\.ts|at ))[^]*<h1>500 Internal Server Error<\/h1>/ },
  },
  {
    rule: 'E1',
    name: 'without debug the message of an error below 500 that is no HttpError stays inside',
    build: throwing(Object.assign(new Error('row 7 of table users'), { status: 409 })),
    request: { path: '/' },
    expect: { status: 409, body: '409 Conflict\n' },
  },
  {
    rule: 'E1',
    name: 'with debug a text client sees message and stack',
    build: throwing(new Error('password is swordfish'), true),
    request: { path: '/' },
    expect: { status: 500, body: /password is swordfish[^]*\n +at / },
  },
  {
    rule: 'E1',
    name: 'with debug a JSON client sees message and stack',
    build: throwing(new Error('password is swordfish'), true),
    request: { path: '/', headers: { accept: 'application/json' } },
    expect: { status: 500, body: /"detail":"password is swordfish"[^]*"stack":"Error/ },
  },
  {
    rule: 'E1',
    name: 'with debug an error below 500 shows message and stack too',
    build: throwing(Object.assign(new Error('row 7 of table users'), { status: 409 }), true),
    request: { path: '/' },
    expect: { status: 409, body: /^409 Conflict\nrow 7 of table users\n[^]*\n +at / },
  },
  {
    rule: 'E1',
    name: 'with debug a text client sees the position in the pipeline: prefix, route and middleware',
    build: positioned,
    request: { path: '/api/post/7' },
    expect: { status: 500, body: /\nPipeline position: \/api → GET \/post\/\{id\} \(post\) → Broken\n/ },
  },
  {
    rule: 'E1',
    name: 'with debug a JSON client sees the position in the pipeline',
    build: positioned,
    request: { path: '/api/post/7', headers: { accept: 'application/json' } },
    expect: { status: 500, body: /"position":"\/api → GET \/post\/\{id\} \(post\) → Broken"/ },
  },
  {
    rule: 'E1',
    name: 'with debug a browser sees the layers that the request entered, the one that threw marked',
    build: positioned,
    request: { path: '/api/post/7', headers: { accept: BROWSER } },
    expect: {
      status: 500,
      body: /<li class="depth-0"><code>routing<\/code>[^]*<li class="depth-1 thrown"><code>Broken<\/code>/,
    },
  },
  {
    rule: 'E1',
    name: 'with debug the position names the nested application by its service name',
    build(kit) {
      const child = kit.routed({ debug: true });
      child.get('/', kit.service('Broken'));
      const services = {
        Blog: child,
        Broken: () => {
          throw new Error('inside');
        },
      };
      const app = kit.app({ debug: true, services });
      app.pipe('/blog', kit.service('Blog'));
      child.pipe(kit.pass());
      return app;
    },
    request: { path: '/blog' },
    expect: { status: 500, body: /\nPipeline position: \/blog → Blog → GET \/ → Broken\n/ },
  },
  {
    rule: 'E1',
    name: 'with debug a service that does not exist is the position where it stands',
    build(kit) {
      const app = kit.app({ debug: true });
      app.pipe(kit.pass());
      app.pipe('/x', kit.list(kit.pass(), kit.service('Nowhere')));
      return app;
    },
    request: { path: '/x/y' },
    expect: { status: 500, body: /\nPipeline position: \/x → Nowhere\n/ },
  },
  {
    rule: 'E1',
    name: 'with debug a request that nothing answers is past the last layer',
    build(kit) {
      const app = kit.routed({ debug: true });
      app.get('/', kit.answer('home'));
      return app;
    },
    request: { path: '/nowhere' },
    expect: {
      status: 404,
      body: /^404 Not Found\nNo route matches GET \/nowhere\.\n\nPipeline position: after the last middleware, dispatch\n(?:\nTrace: \/_fw\/requests\/[\da-f]{12}\n)?$/,
    },
  },
  {
    rule: 'E1',
    name: 'with debug a request that entered no layer says so',
    build: (kit) => kit.app({ debug: true }),
    request: { path: '/%' },
    expect: { status: 400, body: /\nPipeline position: before the first middleware\n/ },
    transports: ['socket', 'http2'],
  },
  {
    rule: 'E1',
    name: 'with debug a browser sees the source around the throw',
    build: positioned,
    request: { path: '/api/post/7', headers: { accept: BROWSER } },
    expect: {
      status: 500,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': /^default-src 'none'; style-src 'nonce-[\w-]+';/,
      },
      body: /<span class="line thrown"><i>[ 0-9]+<\/i> +throw <mark>new Error<\/mark>\(&#39;the post cannot be shown&#39;/,
    },
  },
  {
    rule: 'E1',
    name: 'with debug a browser sees the request without credentials',
    build: positioned,
    request: {
      path: '/api/post/7?token=tangerine',
      headers: {
        accept: BROWSER,
        authorization: 'Bearer tangerine',
        cookie: 'sid=tangerine',
        'x-api-key': 'tangerine',
        'x-shown': 'a & b',
      },
    },
    expect: {
      status: 500,
      body: /^(?![^]*tangerine)[^]*<th scope="row">\{id\}<\/th><td>7<\/td>[^]*>authorization<\/th><td>\*\*\*<[^]*a &amp; b/,
    },
  },
  {
    rule: 'E1',
    name: 'a value that is no Error is answered like one',
    build: throwing('just a text'),
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'E1',
    name: 'null as error is answered like one',
    build: throwing(null),
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  ...[undefined, 0, '', false, Number.NaN].flatMap((error): SharedCase[] => [
    {
      rule: 'E1',
      name: `a falsy value that is thrown is answered like an error: ${JSON.stringify(error)} ${typeof error}`,
      build: throwing(error),
      request: { path: '/' },
      expect: { status: 500, body: '500 Internal Server Error\n' },
    },
    {
      rule: 'E1',
      name: `an asynchronous service that rejects with a falsy value is one: ${JSON.stringify(error)} ${typeof error}`,
      build(kit) {
        const container = {
          has: (id: ServiceId) => id === 'Broken',
          get: () => Promise.reject(error) as never,
        };
        const app = kit.routed({ container });
        app.get('/', kit.list(kit.pass(), kit.service('Broken')));
        return app;
      },
      request: { path: '/' },
      expect: { status: 500, body: '500 Internal Server Error\n' },
    },
  ]),
  {
    rule: 'E2',
    name: 'a 404 says method and path',
    build: (kit) => kit.app(),
    request: { method: 'DELETE', path: '/a/b?secret=1' },
    expect: { status: 404, body: '404 Not Found\nNo route matches DELETE /a/b.\n' },
  },
  {
    rule: 'E2',
    name: 'a 404 that was thrown without a message says method and path',
    build: throwing(new NotFoundError()),
    request: { path: '/a/b' },
    expect: { status: 404, body: '404 Not Found\nNo route matches GET /a/b.\n' },
  },
  {
    rule: 'E4',
    name: 'a 404 of an error that was not made for the client is not told as if nothing had answered',
    build: throwing(Object.assign(new Error('row 7 of table users'), { statusCode: 404 })),
    request: { path: '/a/b' },
    expect: { status: 404, body: '404 Not Found\n' },
  },
  {
    rule: 'E4',
    name: 'an error with expose: true shows its message and headers below 500',
    build: throwing(
      Object.assign(new Error('slow down'), { status: 429, expose: true, headers: { 'Retry-After': '9' } }),
    ),
    request: { path: '/' },
    expect: { status: 429, headers: { 'retry-after': '9' }, body: '429 Too Many Requests\nslow down\n' },
  },
  {
    rule: 'E4',
    name: 'an error with expose: true shows neither message nor headers from 500 on',
    build: throwing(
      Object.assign(new Error('the pool is empty'), {
        status: 503,
        expose: true,
        headers: { 'X-Pool': '0' },
      }),
    ),
    request: { path: '/' },
    expect: { status: 503, headers: { 'x-pool': null }, body: '503 Service Unavailable\n' },
  },
  {
    rule: 'E4',
    name: 'an error that does not expose itself shows no headers',
    build: throwing(
      Object.assign(new Error('upstream'), { status: 401, headers: { 'X-Upstream': '10.0.0.7' } }),
    ),
    request: { path: '/' },
    expect: { status: 401, headers: { 'x-upstream': null }, body: '401 Unauthorized\n' },
  },
  {
    rule: 'E4',
    name: 'a status that is none of an error is not believed',
    build: throwing(Object.assign(new Error('odd'), { status: 302 })),
    request: { path: '/' },
    expect: { status: 500 },
  },
  {
    rule: 'E2',
    name: 'a 404 as HTML escapes the path',
    build: (kit) => kit.app(),
    request: { path: "/it's&<script>", headers: { accept: BROWSER } },
    expect: { status: 404, body: /^(?![^]*<script>)[^]*\/it&#39;s&amp;%3Cscript%3E/ },
    transports: ['socket', 'http2'],
  },
  {
    rule: 'E2',
    name: 'a 404 as JSON says the path',
    build: (kit) => kit.app(),
    request: { path: "/it's", headers: { accept: 'application/json' } },
    expect: {
      status: 404,
      body: {
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: "No route matches GET /it's.",
        instance: "/it's",
      },
    },
  },
  {
    rule: 'E2',
    name: 'an HttpError below 500 shows its headers',
    build: throwing(new HttpError(429, 'slow down', { headers: { 'Retry-After': '120' } })),
    request: { path: '/' },
    expect: { status: 429, headers: { 'retry-after': '120' }, body: /slow down/ },
  },
  {
    rule: 'E2',
    name: 'an HttpError whose header is malformed is answered without that header',
    build: throwing(
      new HttpError(429, 'slow down', {
        headers: { 'X-Bad': 'a\r\nb', 'X-Worse:': 'c', 'Retry-After': '9' },
      }),
    ),
    request: { path: '/' },
    expect: {
      status: 429,
      headers: { 'x-bad': null, 'retry-after': '9' },
      body: '429 Too Many Requests\nslow down\n',
    },
  },
  {
    rule: 'E2',
    name: 'an HttpError cannot have its body taken for another type',
    build: throwing(new HttpError(400, '<b>', { headers: { 'content-type': 'text/html' } })),
    request: { path: '/' },
    expect: { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: /<b>/ },
  },
  {
    rule: 'E3',
    name: 'a log that throws changes nothing for the client',
    build(kit) {
      const app = kit.app({
        log: () => {
          throw new Error('the disk is full');
        },
      });
      app.pipe(kit.throws(new Error('inside')));
      return app;
    },
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'E3',
    name: 'a log that rejects changes nothing for the client',
    build(kit) {
      const app = kit.app({ log: () => Promise.reject(new Error('the disk is full')) });
      app.pipe(kit.throws(new Error('inside')));
      return app;
    },
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'S3',
    name: 'a JSON body is read',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(async (request) => new JsonResponse(await request.json())));
      return app;
    },
    request: { method: 'POST', path: '/', body: '{"a":["ü"]}' },
    expect: { status: 200, headers: { 'content-type': 'application/json' }, body: { a: ['ü'] } },
  },
  {
    rule: 'S3',
    name: 'malformed JSON is 400',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(async (request) => new JsonResponse(await request.json())));
      return app;
    },
    request: { method: 'POST', path: '/', body: '{"a":' },
    expect: { status: 400, body: /not valid JSON/ },
  },
  {
    rule: 'S3',
    name: 'an empty body is no JSON',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(async (request) => new JsonResponse(await request.json())));
      return app;
    },
    request: { method: 'POST', path: '/' },
    expect: { status: 400 },
  },
  {
    rule: 'S3',
    name: 'a request without a body reads as empty text',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(async (request) => new TextResponse(`"${await request.text()}"`)));
      return app;
    },
    request: { method: 'DELETE', path: '/' },
    expect: { status: 200, body: '""' },
  },
  {
    rule: 'S3',
    name: 'a body larger than the configured limit is 413',
    build(kit) {
      const app = kit.app({ server: { body_limit: 10 } });
      app.pipe(kit.handler(async (request) => new TextResponse(await request.text())));
      return app;
    },
    request: { method: 'POST', path: '/', body: 'x'.repeat(11) },
    expect: { status: 413, body: /10 bytes/ },
  },
  {
    rule: 'S3',
    name: 'a body as large as the limit is read',
    build(kit) {
      const app = kit.app({ server: { body_limit: 10 } });
      app.pipe(kit.handler(async (request) => new TextResponse(await request.text())));
      return app;
    },
    request: { method: 'POST', path: '/', body: 'x'.repeat(10) },
    expect: { status: 200, body: 'x'.repeat(10) },
  },
  {
    rule: 'S3',
    name: 'by default a body may hold 1 MiB',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(async (request) => new TextResponse(await request.text())));
      return app;
    },
    request: { method: 'POST', path: '/', body: 'x'.repeat(1_048_577) },
    expect: { status: 413 },
  },
  {
    rule: 'S3',
    name: 'the limit counts when a body is read as a stream',
    build(kit) {
      const app = kit.app({ server: { body_limit: 10 } });
      app.pipe(kit.handler(async (request) => new TextResponse(await new Response(request.body).text())));
      return app;
    },
    request: { method: 'POST', path: '/', body: 'x'.repeat(11) },
    expect: { status: 413 },
  },
  {
    rule: 'S3',
    name: 'a second read of a body is an error that says so',
    build(kit) {
      const app = kit.app({ debug: true });
      app.pipe(
        kit.handler(async (request) => {
          await request.text();
          return new TextResponse(await request.withAttribute('copy', 1).text());
        }),
      );
      return app;
    },
    request: { method: 'POST', path: '/form', body: 'once' },
    expect: { status: 500, body: /body of POST \/form has already been read/ },
  },
  {
    rule: 'S3',
    name: 'a form is read',
    build(kit) {
      const app = kit.app();
      app.pipe(
        kit.handler(async (request) => {
          const form = await request.formData();
          return new JsonResponse([...form]);
        }),
      );
      return app;
    },
    request: {
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded ; Charset=utf-8' },
      body: 'a=1&__proto__=2&a=%C3%BC',
    },
    expect: {
      status: 200,
      body: [
        ['a', '1'],
        ['__proto__', '2'],
        ['a', 'ü'],
      ],
    },
  },
  {
    rule: 'S3',
    name: 'a body that is no form is 415',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(async (request) => new JsonResponse([...(await request.formData())])));
      return app;
    },
    request: {
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'text/plain; x=multipart/form-data' },
      body: 'a=1',
    },
    expect: { status: 415 },
  },
  {
    rule: 'S5',
    name: 'a header with a line break is a 500 without that header',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(() => new TextResponse('x', 200, { 'X-Name': 'a\r\nSet-Cookie: b' })));
      return app;
    },
    request: { path: '/' },
    expect: { status: 500, headers: { 'x-name': null, 'set-cookie': null } },
  },
  {
    rule: 'S5',
    name: 'a Content-Length that is wrong is corrected',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(() => new HttpResponse('zwölf', 200, { 'Content-Length': '999' })));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, headers: { 'content-length': '6' }, body: 'zwölf' },
  },
  {
    rule: 'S5',
    name: 'a 204 has neither body nor Content-Length',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(() => new EmptyResponse().withBody('dropped')));
      return app;
    },
    request: { path: '/' },
    expect: { status: 204, headers: { 'content-length': null, 'transfer-encoding': null }, body: '' },
  },
];
