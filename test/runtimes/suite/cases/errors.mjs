import { answers, fails, is, like } from '../check.mjs';

const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const JSON_TYPE = { accept: 'application/json' };

export const errors = {
  'a JSON client gets a problem': ({ app, sendTo, throws, HttpError }) =>
    answers(
      sendTo(app().pipe(throws(new HttpError(403, 'Only the author'))), '/post/1', { headers: JSON_TYPE }),
      {
        status: 403,
        headers: { 'content-type': 'application/problem+json', vary: 'Accept' },
        body: '{"type":"about:blank","title":"Forbidden","status":403,"detail":"Only the author","instance":"/post/1"}',
      },
    ),

  'a browser gets HTML, escaped': ({ app, sendTo, throws, HttpError }) =>
    answers(sendTo(app().pipe(throws(new HttpError(403, '<b>'))), '/', { headers: HTML }), {
      status: 403,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: /<h1>403 Forbidden<\/h1>[^]*&lt;b&gt;/,
    }),

  'who accepts anything gets text': ({ app, sendTo, throws, HttpError }) =>
    answers(sendTo(app().pipe(throws(new HttpError(409, 'no'))), '/', { headers: { accept: '*/*' } }), {
      status: 409,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: '409 Conflict\nno\n',
    }),

  'a 5xx says its phrase only and is logged once': async ({ app, sendTo, throws }) => {
    const logged = [];
    const site = app({ log: (error) => logged.push(error.message) }).pipe(throws(new Error('swordfish')));
    await answers(sendTo(site, '/'), { status: 500, body: '500 Internal Server Error\n' });
    is(logged, ['swordfish']);
  },

  'the headers of an HttpError reach the client': ({ app, sendTo, throws, HttpError }) =>
    answers(sendTo(app().pipe(throws(new HttpError(503, 'x', { headers: { 'Retry-After': '9' } }))), '/'), {
      status: 503,
      headers: { 'retry-after': '9' },
    }),

  'the status of any error is believed, its message is not shown': ({ app, sendTo, throws }) =>
    answers(sendTo(app().pipe(throws(Object.assign(new Error('row 7'), { status: 409 }))), '/'), {
      status: 409,
      body: '409 Conflict\n',
    }),

  'a value that is no Error may be thrown': ({ app, sendTo, throws }) =>
    answers(sendTo(app().pipe(throws('text')).pipe(throws(undefined)), '/'), { status: 500 }),

  'a 404 says method and path': ({ app, sendTo }) =>
    answers(sendTo(app(), '/no/<b>', { headers: HTML }), { status: 404, body: /GET[^]*\/no\// }),

  'a malformed escape is 400': ({ app, sendTo, text }) =>
    answers(sendTo(app().pipe(text('never')), '/%E0%A4%A'), { status: 400 }),

  'malformed JSON is 400': ({ app, sendTo, TextResponse }) => {
    const site = app().pipe(async (request) => new TextResponse(typeof (await request.json())));
    return answers(sendTo(site, '/', { method: 'POST', body: '{' }), { status: 400 });
  },

  'a body above the limit is 413': async ({ app, sendTo, TextResponse }) => {
    const site = app({ server: { body_limit: 4 } }).pipe(
      async (request) => new TextResponse(await request.text()),
    );
    await answers(sendTo(site, '/', { method: 'POST', body: '1234' }), { body: '1234' });
    await answers(sendTo(site, '/', { method: 'POST', body: '12345' }), { status: 413 });
  },

  'one renderer makes what clients see': async ({ app, sendTo, throws, JsonResponse, HttpError }) => {
    const render = (error) => new JsonResponse({ error: error.code ?? error.message }, error.status ?? 500);
    const site = app({ errors: { render } }).pipe('/teapot', throws(new HttpError(418)));
    await answers(sendTo(site, '/teapot'), { status: 418, body: '{"error":"FW_HTTP_418"}' });
    await answers(sendTo(site, '/none'), { status: 404, body: '{"error":"FW_HTTP_404"}' });
  },

  'with debug for everyone the message is shown': ({ app, sendTo, throws }) =>
    answers(sendTo(app({ debug: 'everyone' }).pipe(throws(new Error('swordfish'))), '/'), {
      status: 500,
      body: /swordfish/,
    }),

  'with debug a browser sees message and stack as plain text': ({ app, sendTo, throws }) =>
    answers(sendTo(app({ debug: 'everyone' }).pipe(throws(new Error('swordfish'))), '/', { headers: HTML }), {
      status: 500,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: /^500 Internal Server Error\nswordfish\n\n/,
    }),

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

  'an HttpError of another status is refused': ({ HttpError }) =>
    fails(() => new HttpError(200), { name: 'InvalidArgumentError', code: 'FW_INVALID_ARGUMENT' }),
};
