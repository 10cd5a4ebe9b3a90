import { EmptyResponse, HttpError, HttpResponse, NotFoundError, TextResponse } from '../../src/index.ts';
import { rule } from './builder.ts';
import type { Kit, SharedCase } from './case.ts';
import { list, pass, respond, service, throws } from './recipes.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

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
  rule('E1', 'a JSON client gets a problem of RFC 9457')
    .pipes(throws(new HttpError(403, 'Only the author may edit this post')))
    .get('/post/1', { accept: 'application/json' })
    .respondsWith(
      403,
      { 'content-type': 'application/problem+json' },
      {
        type: 'about:blank',
        title: 'Forbidden',
        status: 403,
        detail: 'Only the author may edit this post',
        instance: '/post/1',
      },
    ),
  rule('E2', 'an extension that JSON cannot write is left out, and the rest of the problem stays')
    .pipes(throws(new HttpError(409, 'The name is taken.', { extensions: { id: 1n, free: ['ada2'] } })))
    .get('/')
    .respondsWith(
      409,
      { 'content-type': 'application/problem+json' },
      {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        detail: 'The name is taken.',
        instance: '/',
        free: ['ada2'],
      },
    ),
  rule('E1', 'a browser gets HTML')
    .pipes(throws(new HttpError(403, 'a <b> & "c"')))
    .get('/', { accept: BROWSER })
    .respondsWith(
      403,
      { 'content-type': 'text/html; charset=utf-8' },
      /<h1>403 Forbidden<\/h1>[^]*a &lt;b&gt; &amp; &quot;c&quot;/,
    ),
  rule('E1', 'a client that accepts any type gets text')
    .pipes(throws(new HttpError(403, 'no')))
    .get('/', { accept: '*/*' })
    .respondsWith(403, { 'content-type': 'text/plain; charset=utf-8' }, '403 Forbidden\nno\n'),
  rule('E1', 'the highest quality of Accept decides')
    .pipes(throws(new HttpError(403)))
    .get('/', { accept: 'text/html;q=0.5, application/problem+json;q=0.9' })
    .respondsWith(403, { 'content-type': 'application/problem+json' }),
  rule('E1', 'a range such as application/* is supported in Accept')
    .pipes(throws(new HttpError(403)))
    .get('/', { accept: 'application/*' })
    .respondsWith(403, { 'content-type': 'application/problem+json' }),
  rule('E1', 'a range such as text/* is supported in Accept')
    .pipes(throws(new HttpError(403)))
    .get('/', { accept: 'application/json;q=0.5, text/*' })
    .respondsWith(403, { 'content-type': 'text/plain; charset=utf-8' }),
  ...[undefined, 'application/json', BROWSER].map((accept): SharedCase =>
    rule('E1', `a body negotiated by Accept has Vary: ${accept}`)
      .pipes(throws(new HttpError(403)))
      .get('/', accept === undefined ? {} : { accept })
      .respondsWith(403, { vary: 'Accept' }),
  ),
  rule('E1', 'a 404 has Vary, because its body is negotiated by Accept')
    .get('/')
    .respondsWith(404, { vary: 'Accept' }),
  rule('E1', 'with debug too a negotiated body has Vary')
    .options({ debug: true })
    .pipes(throws(new Error('inside')))
    .get('/', { accept: BROWSER })
    .respondsWith(500, { vary: 'Accept' }),
  rule('E1', 'the Vary of an error is added')
    .pipes(throws(new HttpError(403, 'no', { headers: { vary: 'Origin' } })))
    .get('/')
    .respondsWith(403, { vary: 'Accept, Origin' }),
  rule('E1', 'with debug for everyone the inside is shown here too')
    .options({ debug: 'everyone' })
    .pipes(throws(new Error('password is swordfish')))
    .get('/')
    .responds(500, /password is swordfish/),
  rule('E1', 'without debug a 5xx contains only its phrase, as text')
    .pipes(throws(new Error('password is swordfish')))
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  rule('E1', 'without debug a 5xx contains only its phrase, as JSON')
    .pipes(throws(new HttpError(503, 'the database at 10.0.0.7 is down')))
    .get('/', { accept: 'application/json' })
    .responds(503, {
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'Service Unavailable',
      instance: '/',
    }),
  rule('E1', 'without debug a 5xx contains only its phrase, as HTML')
    .pipes(throws(new Error('password is swordfish')))
    .get('/', { accept: BROWSER })
    .responds(500, /^(?![^]*(?:swordfish|\.ts|at ))[^]*<h1>500 Internal Server Error<\/h1>/),
  rule('E1', 'without debug the message of an error below 500 that is no HttpError stays inside')
    .pipes(throws(Object.assign(new Error('row 7 of table users'), { status: 409 })))
    .get('/')
    .responds(409, '409 Conflict\n'),
  rule('E1', 'with debug a text client sees message and stack')
    .options({ debug: true })
    .pipes(throws(new Error('password is swordfish')))
    .get('/')
    .responds(500, /password is swordfish[^]*\n +at /),
  rule('E1', 'with debug a JSON client sees message and stack')
    .options({ debug: true })
    .pipes(throws(new Error('password is swordfish')))
    .get('/', { accept: 'application/json' })
    .responds(500, /"detail":"password is swordfish"[^]*"stack":"Error/),
  rule('E1', 'with debug an error below 500 shows message and stack too')
    .options({ debug: true })
    .pipes(throws(Object.assign(new Error('row 7 of table users'), { status: 409 })))
    .get('/')
    .responds(409, /^409 Conflict\nrow 7 of table users\n[^]*\n +at /),
  rule('E1', 'with debug a text client sees the position in the pipeline: prefix, route and middleware')
    .built(positioned)
    .get('/api/post/7')
    .responds(500, /\nPipeline position: \/api → GET \/post\/\{id\} \(post\) → Broken\n/),
  rule('E1', 'with debug a JSON client sees the position in the pipeline')
    .built(positioned)
    .get('/api/post/7', { accept: 'application/json' })
    .responds(500, /"position":"\/api → GET \/post\/\{id\} \(post\) → Broken"/),
  rule(
    'E1',
    'with debug a browser sees the middleware that the request entered, with a mark at the one that threw',
  )
    .built(positioned)
    .get('/api/post/7', { accept: BROWSER })
    .responds(
      500,
      /<li class="depth-0"><code>routing<\/code>[^]*<li class="depth-1 thrown"><code>Broken<\/code>/,
    ),
  rule('E1', 'with debug the position names the nested application by its service name')
    .built((kit) => {
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
    })
    .get('/blog')
    .responds(500, /\nPipeline position: \/blog → Blog → GET \/ → Broken\n/),
  rule('E1', 'with debug a missing service is the position where it is registered')
    .options({ debug: true })
    .pipes(pass(), { '/x': list(pass(), service('Nowhere')) })
    .get('/x/y')
    .responds(500, /\nPipeline position: \/x → Nowhere\n/),
  rule('E1', 'with debug an unhandled request is past the last middleware')
    .options({ debug: true })
    .routes({ '/': 'home' })
    .get('/nowhere')
    .responds(
      404,
      /^404 Not Found\nNo route matches GET \/nowhere\.\n\nPipeline position: after the last middleware, dispatch\n(?:\nTrace: \/_fw\/requests\/[\da-f]{12}\n)?$/,
    ),
  rule('E1', 'with debug the page says that a request entered no middleware')
    .transports('socket', 'http2')
    .options({ debug: true })
    .get('/%')
    .responds(400, /\nPipeline position: before the first middleware\n/),
  rule('E1', 'with debug a browser sees the source around the throw')
    .built(positioned)
    .get('/api/post/7', { accept: BROWSER })
    .respondsWith(
      500,
      {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': /^default-src 'none'; style-src 'nonce-[\w-]+';/,
      },
      /<span class="line thrown"><i>[ 0-9]+<\/i> +throw <mark>new Error<\/mark>\(&#39;the post cannot be shown&#39;/,
    ),
  rule('E1', 'with debug a browser sees the request without credentials')
    .built(positioned)
    .get('/api/post/7?token=tangerine', {
      accept: BROWSER,
      authorization: 'Bearer tangerine',
      cookie: 'sid=tangerine',
      'x-api-key': 'tangerine',
      'x-shown': 'a & b',
    })
    .responds(
      500,
      /^(?![^]*tangerine)[^]*<th scope="row">\{id\}<\/th><td>7<\/td>[^]*>authorization<\/th><td>\*\*\*<[^]*a &amp; b/,
    ),
  rule('E1', 'a thrown value that is no Error gets the same response')
    .pipes(throws('just a text'))
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  rule('E1', 'a thrown null gets the same response')
    .pipes(throws(null))
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  ...[undefined, 0, '', false, Number.NaN].flatMap((error): SharedCase[] => [
    rule(
      'E1',
      `a falsy value that is thrown gets the response of an error: ${JSON.stringify(error)} ${typeof error}`,
    )
      .pipes(throws(error))
      .get('/')
      .responds(500, '500 Internal Server Error\n'),
    rule(
      'E1',
      `an asynchronous service that rejects with a falsy value is one: ${JSON.stringify(error)} ${typeof error}`,
    )
      .options({
        container: { has: (id) => id === 'Broken', get: () => Promise.reject(error) as never },
      })
      .routes({ '/': list(pass(), service('Broken')) })
      .get('/')
      .responds(500, '500 Internal Server Error\n'),
  ]),
  rule('E2', 'a 404 names method and path')
    .sends({ method: 'DELETE', path: '/a/b?secret=1' })
    .responds(404, '404 Not Found\nNo route matches DELETE /a/b.\n'),
  rule('E2', 'a 404 that was thrown without a message names method and path')
    .pipes(throws(new NotFoundError()))
    .get('/a/b')
    .responds(404, '404 Not Found\nNo route matches GET /a/b.\n'),
  rule('E4', 'a 404 of an error that does not expose itself is not described as a missing route')
    .pipes(throws(Object.assign(new Error('row 7 of table users'), { statusCode: 404 })))
    .get('/a/b')
    .responds(404, '404 Not Found\n'),
  rule('E4', 'an error with expose: true shows its message and headers below 500')
    .pipes(
      throws(
        Object.assign(new Error('slow down'), { status: 429, expose: true, headers: { 'Retry-After': '9' } }),
      ),
    )
    .get('/')
    .respondsWith(429, { 'retry-after': '9' }, '429 Too Many Requests\nslow down\n'),
  rule('E4', 'an error with expose: true shows neither message nor headers from 500 on')
    .pipes(
      throws(
        Object.assign(new Error('the pool is empty'), {
          status: 503,
          expose: true,
          headers: { 'X-Pool': '0' },
        }),
      ),
    )
    .get('/')
    .respondsWith(503, { 'x-pool': null }, '503 Service Unavailable\n'),
  rule('E4', 'an error that does not expose itself shows no headers')
    .pipes(
      throws(Object.assign(new Error('upstream'), { status: 401, headers: { 'X-Upstream': '10.0.0.7' } })),
    )
    .get('/')
    .respondsWith(401, { 'x-upstream': null }, '401 Unauthorized\n'),
  rule('E4', 'a status outside 4xx and 5xx is ignored')
    .pipes(throws(Object.assign(new Error('odd'), { status: 302 })))
    .get('/')
    .responds(500),
  rule('E2', 'a 404 as HTML escapes the path')
    .transports('socket', 'http2')
    .get("/it's&<script>", { accept: BROWSER })
    .responds(404, /^(?![^]*<script>)[^]*\/it&#39;s&amp;%3Cscript%3E/),
  rule('E2', 'a 404 as JSON names the path').get("/it's", { accept: 'application/json' }).responds(404, {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: "No route matches GET /it's.",
    instance: "/it's",
  }),
  rule('E2', 'an HttpError below 500 shows its headers')
    .pipes(throws(new HttpError(429, 'slow down', { headers: { 'Retry-After': '120' } })))
    .get('/')
    .respondsWith(429, { 'retry-after': '120' }, /slow down/),
  rule('E2', 'a malformed header of an HttpError is left out of the response')
    .pipes(
      throws(
        new HttpError(429, 'slow down', {
          headers: { 'X-Bad': 'a\r\nb', 'X-Worse:': 'c', 'Retry-After': '9' },
        }),
      ),
    )
    .get('/')
    .respondsWith(429, { 'x-bad': null, 'retry-after': '9' }, '429 Too Many Requests\nslow down\n'),
  rule('E2', 'an HttpError cannot have its body taken for another type')
    .pipes(throws(new HttpError(400, '<b>', { headers: { 'content-type': 'text/html' } })))
    .get('/')
    .respondsWith(400, { 'content-type': 'text/plain; charset=utf-8' }, /<b>/),
  rule('E3', 'a log that throws changes nothing for the client')
    .options({
      log: () => {
        throw new Error('the disk is full');
      },
    })
    .pipes(throws(new Error('inside')))
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  rule('E3', 'a log that rejects changes nothing for the client')
    .options({ log: () => Promise.reject(new Error('the disk is full')) })
    .pipes(throws(new Error('inside')))
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  rule('S3', 'a JSON body is read')
    .pipes(respond((request) => request.json()))
    .post('/', '{"a":["ü"]}')
    .respondsWith(200, { 'content-type': 'application/json' }, { a: ['ü'] }),
  rule('S3', 'malformed JSON is 400')
    .pipes(respond((request) => request.json()))
    .post('/', '{"a":')
    .responds(400, /not valid JSON/),
  rule('S3', 'an empty body is no JSON')
    .pipes(respond((request) => request.json()))
    .post('/')
    .responds(400),
  rule('S3', 'a request without a body reads as an empty string')
    .pipes(respond(async (request) => `"${await request.text()}"`))
    .sends({ method: 'DELETE', path: '/' })
    .responds(200, '""'),
  rule('S3', 'a body larger than the configured limit is 413')
    .options({ server: { body_limit: 10 } })
    .pipes(respond((request) => request.text()))
    .post('/', 'x'.repeat(11))
    .responds(413, /10 bytes/),
  rule('S3', 'a body as large as the limit is read')
    .options({ server: { body_limit: 10 } })
    .pipes(respond((request) => request.text()))
    .post('/', 'x'.repeat(10))
    .responds(200, 'x'.repeat(10)),
  rule('S3', 'by default a body may hold 1 MiB')
    .pipes(respond((request) => request.text()))
    .post('/', 'x'.repeat(1_048_577))
    .responds(413),
  rule('S3', 'the limit applies when a body is read as a stream')
    .options({ server: { body_limit: 10 } })
    .pipes(respond((request) => new Response(request.body).text()))
    .post('/', 'x'.repeat(11))
    .responds(413),
  rule('S3', 'a second read of a body is an error that names the cause')
    .options({ debug: true })
    .pipes(
      respond(async (request) => {
        await request.text();
        return request.withAttribute('copy', 1).text();
      }),
    )
    .post('/form', 'once')
    .responds(500, /body of POST \/form has already been read/),
  rule('S3', 'a form is read')
    .pipes(respond(async (request) => [...(await request.formData())]))
    .post('/', 'a=1&__proto__=2&a=%C3%BC', {
      'content-type': 'Application/X-WWW-Form-Urlencoded ; Charset=utf-8',
    })
    .responds(200, [
      ['a', '1'],
      ['__proto__', '2'],
      ['a', 'ü'],
    ]),
  rule('S3', 'a body that is no form is 415')
    .pipes(respond(async (request) => [...(await request.formData())]))
    .post('/', 'a=1', { 'content-type': 'text/plain; x=multipart/form-data' })
    .responds(415),
  rule('S5', 'a header with a line break is a 500 without that header')
    .pipes(respond(() => new TextResponse('x', 200, { 'X-Name': 'a\r\nSet-Cookie: b' })))
    .get('/')
    .respondsWith(500, { 'x-name': null, 'set-cookie': null }),
  rule('S5', 'a Content-Length that is wrong is corrected')
    .pipes(respond(() => new HttpResponse('zwölf', 200, { 'Content-Length': '999' })))
    .get('/')
    .respondsWith(200, { 'content-length': '6' }, 'zwölf'),
  rule('S5', 'a 204 has neither body nor Content-Length')
    .pipes(respond(() => new EmptyResponse().withBody('dropped')))
    .get('/')
    .respondsWith(204, { 'content-length': null, 'transfer-encoding': null }, ''),
];
