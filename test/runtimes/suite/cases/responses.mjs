import { responds, fails, is, like } from '../check.mjs';
import { streamOf } from '../streams.mjs';

export const responses = {
  'HtmlResponse and html escape values': ({ createApp, sendTo, HtmlResponse, html }) =>
    responds(
      sendTo(
        createApp().pipe(() => new HtmlResponse(html`<p>${'<b>'}</p>`)),
        '/',
      ),
      {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<p>&lt;b&gt;</p>',
      },
    ),

  'RedirectResponse has a location': ({ createApp, sendTo, RedirectResponse }) =>
    responds(
      sendTo(
        createApp().pipe(() => new RedirectResponse('/login')),
        '/',
      ),
      {
        status: 302,
        headers: { location: '/login' },
      },
    ),

  'EmptyResponse has no body': ({ createApp, sendTo, EmptyResponse }) =>
    responds(
      sendTo(
        createApp().pipe(() => new EmptyResponse()),
        '/',
      ),
      { status: 204, body: '' },
    ),

  'bytes are sent unchanged': async ({ createApp, sendTo, HttpResponse }) => {
    const response = await sendTo(
      createApp().pipe(() => new HttpResponse(new Uint8Array([0, 255, 7]))),
      '/',
    );
    is([...new Uint8Array(await response.arrayBuffer())], [0, 255, 7]);
  },

  'a Web stream is sent, and not for HEAD': async ({ routed, sendTo, HttpResponse }) => {
    const app = routed((app) => app.get('/', () => new HttpResponse(streamOf('one ', 'two'))));
    await responds(sendTo(app, '/'), { body: 'one two' });
    await responds(sendTo(app, '/', { method: 'HEAD' }), { body: '' });
  },

  'a failing stream aborts the response': async ({ createApp, HttpResponse }) => {
    const stream = () =>
      new ReadableStream({
        pull(controller) {
          controller.error(new Error('half way'));
        },
      });
    const app = createApp().pipe(() => new HttpResponse(stream()));
    const response = await app.fetch(new Request('http://localhost/'));
    await fails(() => response.text(), {});
  },

  'a Blob and URLSearchParams are bodies': async ({ createApp, sendTo, HttpResponse }) => {
    const app = createApp()
      .pipe('/blob', () => new HttpResponse(new Blob(['blob'], { type: 'text/css' })))
      .pipe(() => new HttpResponse(new URLSearchParams({ a: '1 2' })));
    await responds(sendTo(app, '/blob'), { body: 'blob' });
    await responds(sendTo(app, '/'), { body: 'a=1+2' });
  },

  'FormData is a body': async ({ createApp, sendTo, HttpResponse }) => {
    const app = createApp().pipe(() => {
      const form = new FormData();
      form.set('name', 'Ada');
      return new HttpResponse(form);
    });
    const response = await sendTo(app, '/');
    like(response.headers.get('content-type') ?? '', /^multipart\/form-data; ?boundary=/);
    is((await response.formData()).get('name'), 'Ada');
  },

  'Response.json() and Response.redirect() return responses that middleware can change': async (kit) => {
    const { createApp, sendTo, around } = kit;
    const app = createApp()
      .pipe(around((response) => response.withHeader('X-Outer', '1')))
      .pipe('/json', () => Response.json({ a: 1 }))
      .pipe(() => Response.redirect('http://localhost/login', 303));
    await responds(sendTo(app, '/json'), { headers: { 'x-outer': '1' }, body: '{"a":1}' });
    const expected = { status: 303, headers: { 'x-outer': '1', location: 'http://localhost/login' } };
    await responds(sendTo(app, '/'), expected);
  },

  'each Set-Cookie has its own header line': [
    'Set-Cookie',
    async ({ createApp, sendTo, EmptyResponse }) => {
      const app = createApp().pipe(() => {
        return new EmptyResponse().withAddedHeader('Set-Cookie', 'a=1').withAddedHeader('Set-Cookie', 'b=2');
      });
      is((await sendTo(app, '/')).headers.getSetCookie(), ['a=1', 'b=2']);
    },
  ],

  'the cookies of a Web Response are kept when middleware adds one': [
    'Set-Cookie',
    async ({ createApp, sendTo, around }) => {
      const headers = [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ];
      const app = createApp()
        .pipe(around((response) => response.withAddedHeader('Set-Cookie', 'c=3')))
        .pipe(() => new Response(null, { headers }));
      is((await sendTo(app, '/')).headers.getSetCookie(), ['a=1', 'b=2', 'c=3']);
    },
  ],

  'cookies are read by name, and each set or deleted cookie has its own header line': [
    'Set-Cookie',
    async ({ createApp, sendTo, TextResponse }) => {
      const app = createApp().pipe(({ cookies }) => {
        const response = new TextResponse([...cookies].join(' '));
        return response.withCookie('a', 'é').withCookie('__Host-b', '2', { secure: true }).withoutCookie('a');
      });
      const response = await sendTo(app, '/', { headers: { Cookie: 'a=%C3%A9; b=2; a=3' } });
      is(await response.text(), 'a,é b,2');
      is(response.headers.getSetCookie(), [
        '__Host-b=2; Path=/; HttpOnly; Secure; SameSite=Lax',
        'a=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
      ]);
    },
  ],

  'an async iterable is a body': async ({ routed, sendTo, HttpResponse }) => {
    async function* pieces() {
      yield 'text and ';
      yield new TextEncoder().encode('bytes');
    }
    const app = routed((app) => app.get('/', () => new HttpResponse(pieces())));
    await responds(sendTo(app, '/'), { body: 'text and bytes' });
    await responds(sendTo(app, '/', { method: 'HEAD' }), { body: '' });
  },

  'an EventStreamResponse sends events': ({ createApp, sendTo, EventStreamResponse }) => {
    async function* events() {
      yield 'two\nlines';
      yield { data: { a: 1 }, event: 'sent', id: '7' };
    }
    return responds(
      sendTo(
        createApp().pipe(() => new EventStreamResponse(events())),
        '/',
      ),
      {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
        body: 'data: two\ndata: lines\n\nevent: sent\nid: 7\ndata: {"a":1}\n\n',
      },
    );
  },

  'values without JSON, and redirects that hide their host, are rejected': async ({
    JsonResponse,
    RedirectResponse,
  }) => {
    await fails(() => new JsonResponse({ rows: [{ id: 7n }] }), { message: /data\.rows\[0\]\.id must be/ });
    await fails(() => new RedirectResponse('/\t/other.example'), { code: 'FW_INVALID_ARGUMENT' });
  },

  'a response is immutable, and changes return copies': ({ TextResponse }) => {
    const response = new TextResponse('x', 201, { 'X-One': '1' });
    const copy = response.withStatus(202).withoutHeader('x-one').withHeader('X-Two', ['2', '3']);
    is([response.status, response.header('x-one')], [201, '1']);
    is([copy.status, copy.header('x-one'), copy.headers.get('x-two')], [202, undefined, '2, 3']);
  },

  'a line break in a header is rejected': async ({ createApp, sendTo, TextResponse }) => {
    const app = createApp().pipe(() => new TextResponse('x', 200, { 'X-One': '1\r\nX-Two: 2' }));
    const response = await sendTo(app, '/');
    is([response.status, response.headers.get('x-two')], [500, null]);
  },

  'fromWeb() and toWeb() keep status, headers and body': async ({ HttpResponse }) => {
    const web = HttpResponse.fromWeb(new Response('web', { status: 418, headers: { 'X-One': '1' } })).toWeb();
    await responds(web, { status: 418, headers: { 'x-one': '1' }, body: 'web' });
  },
};
