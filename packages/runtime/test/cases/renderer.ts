import {
  HttpError,
  HttpResponse,
  JsonResponse,
  NotFoundError,
  type RenderError,
  TextResponse,
} from '../../src/index.ts';
import { serviceMap } from '../support/service-map.ts';
import { rule } from './builder.ts';
import type { CaseApplication, CaseRequest, Expectation, Kit, KitOptions, SharedCase } from './case.ts';

/** Says the name of every error, with the status of an HttpError. */
const render: RenderError = (error, { originalPath }) =>
  new TextResponse(`${nameOf(error)} at ${originalPath}`, error instanceof HttpError ? error.status : 500);

function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : String(error);
}

function fails(): never {
  throw new Error('the renderer is broken');
}

/** An application that responds with every type of error, behind middleware that sees all responses. */
function site<M>(kit: Kit<M>, errors: KitOptions['errors'] = { render }): CaseApplication<M> {
  return fill(kit, kit.app({ errors: errors ?? {}, server: { body_limit: 10 } }));
}

function fill<M>(kit: Kit<M>, app: CaseApplication<M>): CaseApplication<M> {
  app.pipe(kit.around((response) => response.withHeader('X-Outside', String(response.status))));
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  app.get('/broken', kit.throws(new RangeError('inside')));
  app.get('/text', kit.throws('only text'));
  app.get('/none', kit.throws(new NotFoundError('No such post.')));
  app.get('/later', kit.throws(new HttpError(429, 'slow down', { headers: { 'Retry-After': '9' } })));
  app.post(
    '/post',
    kit.handler(async (request) => new TextResponse(await request.text())),
  );
  return app;
}

interface Kind {
  readonly what: string;
  readonly request: CaseRequest;
  readonly rendered: Expectation;
  /** The framework's own response. */
  readonly plain: Expectation;
  /** Whether outer middleware sees it as a response in both variants. */
  readonly isSeen?: boolean;
}

const TOO_LARGE = 'x'.repeat(11);
const ALLOW = { allow: 'POST, OPTIONS' };

const kinds: readonly Kind[] = [
  {
    what: 'an Error',
    request: { path: '/broken' },
    rendered: { status: 500, body: 'RangeError at /broken' },
    plain: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    what: 'what is no Error',
    request: { path: '/text' },
    rendered: { status: 500, body: 'only text at /text' },
    plain: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    what: 'a NotFoundError that was thrown',
    request: { path: '/none' },
    rendered: { status: 404, body: 'NotFoundError at /none' },
    plain: { status: 404, body: '404 Not Found\nNo such post.\n' },
  },
  {
    what: 'an HttpError, whose headers are kept',
    request: { path: '/later' },
    rendered: { status: 429, body: 'HttpError at /later', headers: { 'retry-after': '9' } },
    plain: { status: 429, body: '429 Too Many Requests\nslow down\n', headers: { 'retry-after': '9' } },
  },
  {
    what: 'an unhandled request',
    request: { path: '/nowhere' },
    rendered: { status: 404, body: 'NotFoundError at /nowhere' },
    plain: { status: 404, body: '404 Not Found\nNo route matches GET /nowhere.\n' },
    isSeen: true,
  },
  {
    what: 'a method that the path lacks',
    request: { path: '/post' },
    rendered: { status: 405, body: 'MethodNotAllowedError at /post', headers: ALLOW },
    plain: { status: 405, body: /^405 Method Not Allowed\n/, headers: ALLOW },
    isSeen: true,
  },
  {
    what: 'a malformed path',
    request: { path: '/%' },
    rendered: { status: 400, body: /^HttpError at / },
    plain: { status: 400, body: /^400 Bad Request\n/ },
    isSeen: true,
  },
  {
    what: 'a body with a Content-Length beyond the limit',
    request: { method: 'POST', path: '/post', headers: { 'content-length': '11' }, body: TOO_LARGE },
    rendered: { status: 413, body: 'PayloadTooLargeError at /post' },
    plain: { status: 413, body: /^413 Content Too Large\n/ },
    isSeen: true,
  },
];

/** Errors for cases that need only one. */
const [broken, , , later, unanswered, mismatch] = kinds as [Kind, Kind, Kind, Kind, Kind, Kind];

export const renderer: readonly SharedCase[] = [
  ...kinds.flatMap(({ what, request, rendered, plain, isSeen = false }): SharedCase[] => [
    rule('E6', `the renderer is called for ${what}`)
      .built((kit) => site(kit))
      .sends(request)
      .expects({
        ...rendered,
        ...(isSeen && { headers: { ...rendered.headers, 'x-outside': String(rendered.status) } }),
      }),
    rule('E6', `a renderer that returns undefined leaves to the framework ${what}`)
      .built((kit) => site(kit, { render: async () => undefined }))
      .sends(request)
      .expects(plain),
    rule('E6', `a renderer that throws leaves to the framework ${what}`)
      .built((kit) => site(kit, { render: fails }))
      .sends(request)
      .expects(plain),
    rule('E6', `a renderer that rejects leaves to the framework ${what}`)
      .built((kit) => site(kit, { render: () => Promise.reject(new Error('the renderer is broken')) }))
      .sends(request)
      .expects(plain),
  ]),
  rule('E6', 'a renderer may be an object with a method render')
    .built((kit) =>
      site(kit, {
        render: new (class {
          readonly greeting = 'sorry';

          render(): TextResponse {
            return new TextResponse(this.greeting, 503);
          }
        })(),
      }),
    )
    .sends(broken.request)
    .responds(503, 'sorry'),
  rule('E6', 'a renderer may promise a Web Response')
    .built((kit) =>
      site(kit, { render: async () => new Response('sorry', { status: 503, headers: { 'X-Kind': 'web' } }) }),
    )
    .sends(broken.request)
    .respondsWith(503, { 'x-kind': 'web' }, 'sorry'),
  rule('E6', 'a header that a renderer sets itself is not replaced by that of the error')
    .built((kit) => site(kit, { render: () => new TextResponse('wait', 429, { 'Retry-After': '1' }) }))
    .sends(later.request)
    .respondsWith(429, { 'retry-after': '1' }, 'wait'),
  rule('E6', 'a renderer that returns another status gets no headers of the error')
    .built((kit) => site(kit, { render: () => new TextResponse('gone', 410) }))
    .sends(later.request)
    .respondsWith(410, { 'retry-after': null }, 'gone'),
  rule('E6', "HEAD has the headers of the renderer's response to GET, without the body")
    .built((kit) => site(kit))
    .sends({ method: 'HEAD', path: '/broken' })
    .respondsWith(500, { 'content-length': '21' }, ''),
  rule('E6', 'a response of a renderer that cannot be sent is a 500 without details')
    .built((kit) =>
      site(kit, {
        render: () => {
          const stream = new ReadableStream<Uint8Array>();
          const response = new HttpResponse(stream, 404);
          stream.getReader();
          return response;
        },
      }),
    )
    .sends(broken.request)
    .responds(500, ''),
  rule('C6', 'the service ErrorRenderer renders the errors of an application built by calls')
    .built((kit) => fill(kit, kit.create(serviceMap({ ErrorRenderer: render }))))
    .sends(unanswered.request)
    .expects(unanswered.rendered),
  rule('C6', 'the service ErrorRenderer renders the errors of an application built from configuration')
    .built((kit) => fill(kit, kit.createFrom(serviceMap({ ErrorRenderer: { render } }))))
    .sends(mismatch.request)
    .expects(mismatch.rendered),
  rule('C6', 'errors.render of the configuration comes before the service ErrorRenderer')
    .built((kit) => {
      const config = { errors: { render } };
      return fill(kit, kit.createFrom(serviceMap({ config, ErrorRenderer: () => new JsonResponse({}) })));
    })
    .sends(mismatch.request)
    .expects(mismatch.rendered),
  ...[unanswered, mismatch, broken].flatMap(({ what, request, rendered }) =>
    [
      { which: 'without a renderer', errors: {} },
      { which: 'whose renderer gives undefined', errors: { render: () => undefined } },
    ].map(({ which, errors }): SharedCase =>
      rule('E6', `in a child application ${which}, the renderer of its parent is called for ${what}`)
        .options({ errors: { render } })
        .pipes((kit) => kit.child(site(kit, errors)))
        .sends(request)
        .expects(rendered),
    ),
  ),
  rule('E6', 'a renderer of the framework’s own errors sees only what the client may see')
    .built((kit) =>
      site(kit, {
        render: (error) => {
          const { status, message } = error as HttpError;
          return new JsonResponse({ status, message }, status);
        },
      }),
    )
    .sends(unanswered.request)
    .responds(404, { status: 404, message: 'No route matches GET /nowhere.' }),
];
