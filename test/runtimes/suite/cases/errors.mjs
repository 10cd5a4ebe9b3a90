import { responds, fails, is, like } from '../check.mjs';

const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const JSON_TYPE = { accept: 'application/json' };

export const errors = {
  'a JSON client gets a problem': ({ createApp, sendTo, throws, HttpError }) =>
    responds(
      sendTo(createApp().pipe(throws(new HttpError(403, 'Only the author'))), '/post/1', {
        headers: JSON_TYPE,
      }),
      {
        status: 403,
        headers: { 'content-type': 'application/problem+json', vary: 'Accept' },
        body: '{"type":"about:blank","title":"Forbidden","status":403,"detail":"Only the author","instance":"/post/1"}',
      },
    ),

  'a browser gets HTML, escaped': ({ createApp, sendTo, throws, HttpError }) =>
    responds(sendTo(createApp().pipe(throws(new HttpError(403, '<b>'))), '/', { headers: HTML }), {
      status: 403,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: /<h1>403 Forbidden<\/h1>[^]*&lt;b&gt;/,
    }),

  'a client that accepts anything gets plain text': ({ createApp, sendTo, throws, HttpError }) =>
    responds(
      sendTo(createApp().pipe(throws(new HttpError(409, 'no'))), '/', { headers: { accept: '*/*' } }),
      {
        status: 409,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: '409 Conflict\nno\n',
      },
    ),

  'a 5xx has only its phrase and is logged once': async ({ createApp, sendTo, throws }) => {
    const logged = [];
    const app = createApp({ log: (error) => logged.push(error.message) }).pipe(
      throws(new Error('swordfish')),
    );
    await responds(sendTo(app, '/'), { status: 500, body: '500 Internal Server Error\n' });
    is(logged, ['swordfish']);
  },

  'the headers of an HttpError reach the client': ({ createApp, sendTo, throws, HttpError }) =>
    responds(
      sendTo(createApp().pipe(throws(new HttpError(503, 'x', { headers: { 'Retry-After': '9' } }))), '/'),
      {
        status: 503,
        headers: { 'retry-after': '9' },
      },
    ),

  "the status of any error is used, and its message isn't shown": ({ createApp, sendTo, throws }) =>
    responds(sendTo(createApp().pipe(throws(Object.assign(new Error('row 7'), { status: 409 }))), '/'), {
      status: 409,
      body: '409 Conflict\n',
    }),

  "a thrown value that isn't an Error is handled": ({ createApp, sendTo, throws }) =>
    responds(sendTo(createApp().pipe(throws('text')).pipe(throws(undefined)), '/'), { status: 500 }),

  'a 404 names method and path': ({ createApp, sendTo }) =>
    responds(sendTo(createApp(), '/no/<b>', { headers: HTML }), { status: 404, body: /GET[^]*\/no\// }),

  'a malformed escape is 400': ({ createApp, sendTo, text }) =>
    responds(sendTo(createApp().pipe(text('never')), '/%E0%A4%A'), { status: 400 }),

  'malformed JSON is 400': ({ createApp, sendTo, TextResponse }) => {
    const app = createApp().pipe(async (request) => new TextResponse(typeof (await request.json())));
    return responds(sendTo(app, '/', { method: 'POST', body: '{' }), { status: 400 });
  },

  'a body above the limit is 413': async ({ createApp, sendTo, TextResponse }) => {
    const app = createApp({ server: { body_limit: 4 } }).pipe(
      async (request) => new TextResponse(await request.text()),
    );
    await responds(sendTo(app, '/', { method: 'POST', body: '1234' }), { body: '1234' });
    await responds(sendTo(app, '/', { method: 'POST', body: '12345' }), { status: 413 });
  },

  'one renderer creates all error responses': async ({
    createApp,
    sendTo,
    throws,
    JsonResponse,
    HttpError,
  }) => {
    const render = (error) => new JsonResponse({ error: error.code ?? error.message }, error.status ?? 500);
    const app = createApp({ errors: { render } }).pipe('/teapot', throws(new HttpError(418)));
    await responds(sendTo(app, '/teapot'), { status: 418, body: '{"error":"FW_HTTP_418"}' });
    await responds(sendTo(app, '/none'), { status: 404, body: '{"error":"FW_HTTP_404"}' });
  },

  'with debug for everyone the message is shown': ({ createApp, sendTo, throws }) =>
    responds(sendTo(createApp({ debug: 'everyone' }).pipe(throws(new Error('swordfish'))), '/'), {
      status: 500,
      body: /swordfish/,
    }),

  'with debug a browser sees message and stack as plain text': ({ createApp, sendTo, throws }) =>
    responds(
      sendTo(createApp({ debug: 'everyone' }).pipe(throws(new Error('swordfish'))), '/', { headers: HTML }),
      {
        status: 500,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: /^500 Internal Server Error\nswordfish\n\n/,
      },
    ),

  'errors keep their names and codes': (fw) => {
    const of = {
      HttpError: [400],
      NotFoundError: [],
      MethodNotAllowedError: [['GET']],
      PayloadTooLargeError: [1],
      ContainerNotRegisteredError: [],
      DuplicateRouteError: [''],
      InvalidArgumentError: ['x', 'y', 'z'],
      InvalidMiddlewareError: [''],
      MissingAttributeError: ['x', 'GET', '/'],
      MissingDependencyError: ['x', 'y'],
      MissingResponseError: ['x', 'GET', '/', 1],
      ServiceNotCreatedError: [''],
      ServiceNotFoundError: [''],
      UnresolvedMiddlewareError: [[]],
      UriGenerationError: [''],
      ConfigError: [[]],
      UnsupportedRuntimeError: ['x', 'y', 'z'],
    };
    for (const [name, args] of Object.entries(of)) {
      const error = new fw[name](...args);
      is(error.name, name);
      like(error.code, /^FW_[A-Z]+/);
      is([error instanceof fw.FwError, error instanceof Error], [true, true]);
    }
  },

  'an HttpError with a status below 400 is rejected': ({ HttpError }) =>
    fails(() => new HttpError(200), { name: 'InvalidArgumentError', code: 'FW_INVALID_ARGUMENT' }),
};
