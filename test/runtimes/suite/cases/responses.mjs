import { answers, fails, is, like } from '../check.mjs';
import { streamOf } from '../streams.mjs';

export const responses = {
  'HtmlResponse and html escape values': ({ app, sendTo, HtmlResponse, html }) =>
    answers(
      sendTo(
        app().pipe(() => new HtmlResponse(html`<p>${'<b>'}</p>`)),
        '/',
      ),
      {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<p>&lt;b&gt;</p>',
      },
    ),

  'RedirectResponse has a location': ({ app, sendTo, RedirectResponse }) =>
    answers(
      sendTo(
        app().pipe(() => new RedirectResponse('/login')),
        '/',
      ),
      {
        status: 302,
        headers: { location: '/login' },
      },
    ),

  'EmptyResponse has no body': ({ app, sendTo, EmptyResponse }) =>
    answers(
      sendTo(
        app().pipe(() => new EmptyResponse()),
        '/',
      ),
      { status: 204, body: '' },
    ),

  'bytes are sent as they are': async ({ app, sendTo, HttpResponse }) => {
    const response = await sendTo(
      app().pipe(() => new HttpResponse(new Uint8Array([0, 255, 7]))),
      '/',
    );
    is([...new Uint8Array(await response.arrayBuffer())], [0, 255, 7]);
  },

  'a Web stream is sent, and not for HEAD': async ({ routed, sendTo, HttpResponse }) => {
    const site = routed((app) => app.get('/', () => new HttpResponse(streamOf('one ', 'two'))));
    await answers(sendTo(site, '/'), { body: 'one two' });
    await answers(sendTo(site, '/', { method: 'HEAD' }), { body: '' });
  },

  'a stream that fails fails the answer': async ({ app, HttpResponse }) => {
    const stream = () =>
      new ReadableStream({
        pull(controller) {
          controller.error(new Error('half way'));
        },
      });
    const site = app().pipe(() => new HttpResponse(stream()));
    const response = await site.fetch(new Request('http://localhost/'));
    await fails(() => response.text(), {});
  },

  'a Blob and URLSearchParams are bodies': async ({ app, sendTo, HttpResponse }) => {
    const site = app()
      .pipe('/blob', () => new HttpResponse(new Blob(['blob'], { type: 'text/css' })))
      .pipe(() => new HttpResponse(new URLSearchParams({ a: '1 2' })));
    await answers(sendTo(site, '/blob'), { body: 'blob' });
    await answers(sendTo(site, '/'), { body: 'a=1+2' });
  },

  'FormData is a body': async ({ app, sendTo, HttpResponse }) => {
    const site = app().pipe(() => {
      const form = new FormData();
      form.set('name', 'Ada');
      return new HttpResponse(form);
    });
    const response = await sendTo(site, '/');
    like(response.headers.get('content-type') ?? '', /^multipart\/form-data; ?boundary=/);
    is((await response.formData()).get('name'), 'Ada');
  },

  'what Response.json() and Response.redirect() give are answers that layers may change': async (kit) => {
    const { app, sendTo, around } = kit;
    const site = app()
      .pipe(around((response) => response.withHeader('X-Outer', '1')))
      .pipe('/json', () => Response.json({ a: 1 }))
      .pipe(() => Response.redirect('http://localhost/login', 303));
    await answers(sendTo(site, '/json'), { headers: { 'x-outer': '1' }, body: '{"a":1}' });
    const expected = { status: 303, headers: { 'x-outer': '1', location: 'http://localhost/login' } };
    await answers(sendTo(site, '/'), expected);
  },

  'each Set-Cookie is a line of its own': [
    'Set-Cookie',
    async ({ app, sendTo, EmptyResponse }) => {
      const site = app().pipe(() => {
        return new EmptyResponse().withAddedHeader('Set-Cookie', 'a=1').withAddedHeader('Set-Cookie', 'b=2');
      });
      is((await sendTo(site, '/')).headers.getSetCookie(), ['a=1', 'b=2']);
    },
  ],

  'the cookies of a Web Response survive a layer that adds one': [
    'Set-Cookie',
    async ({ app, sendTo, around }) => {
      const headers = [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ];
      const site = app()
        .pipe(around((response) => response.withAddedHeader('Set-Cookie', 'c=3')))
        .pipe(() => new Response(null, { headers }));
      is((await sendTo(site, '/')).headers.getSetCookie(), ['a=1', 'b=2', 'c=3']);
    },
  ],

  'cookies are read by name, and set and deleted by lines of their own': [
    'Set-Cookie',
    async ({ app, sendTo, TextResponse }) => {
      const site = app().pipe(({ cookies }) => {
        const response = new TextResponse([...cookies].join(' '));
        return response.withCookie('a', 'é').withCookie('__Host-b', '2', { secure: true }).withoutCookie('a');
      });
      const response = await sendTo(site, '/', { headers: { Cookie: 'a=%C3%A9; b=2; a=3' } });
      is(await response.text(), 'a,é b,2');
      is(response.headers.getSetCookie(), [
        '__Host-b=2; Path=/; HttpOnly; Secure; SameSite=Lax',
        'a=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
      ]);
    },
  ],

  'what an async iterable gives is the body': async ({ routed, sendTo, HttpResponse }) => {
    async function* pieces() {
      yield 'text and ';
      yield new TextEncoder().encode('bytes');
    }
    const site = routed((app) => app.get('/', () => new HttpResponse(pieces())));
    await answers(sendTo(site, '/'), { body: 'text and bytes' });
    await answers(sendTo(site, '/', { method: 'HEAD' }), { body: '' });
  },

  'an EventStreamResponse sends events': ({ app, sendTo, EventStreamResponse }) => {
    async function* events() {
      yield 'two\nlines';
      yield { data: { a: 1 }, event: 'told', id: '7' };
    }
    return answers(
      sendTo(
        app().pipe(() => new EventStreamResponse(events())),
        '/',
      ),
      {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
        body: 'data: two\ndata: lines\n\nevent: told\nid: 7\ndata: {"a":1}\n\n',
      },
    );
  },

  'what has no JSON form, and a redirect that hides its host, are refused': async ({
    JsonResponse,
    RedirectResponse,
  }) => {
    await fails(() => new JsonResponse({ rows: [{ id: 7n }] }), { message: /data\.rows\[0\]\.id must be/ });
    await fails(() => new RedirectResponse('/\t/other.example'), { code: 'FW_INVALID_ARGUMENT' });
  },

  'a response is immutable, and its copies are changed': ({ TextResponse }) => {
    const response = new TextResponse('x', 201, { 'X-One': '1' });
    const copy = response.withStatus(202).withoutHeader('x-one').withHeader('X-Two', ['2', '3']);
    is([response.status, response.header('x-one')], [201, '1']);
    is([copy.status, copy.header('x-one'), copy.headers.get('x-two')], [202, undefined, '2, 3']);
  },

  'a line break in a header is refused': async ({ app, sendTo, TextResponse }) => {
    const site = app().pipe(() => new TextResponse('x', 200, { 'X-One': '1\r\nX-Two: 2' }));
    const response = await sendTo(site, '/');
    is([response.status, response.headers.get('x-two')], [500, null]);
  },

  'fromWeb() and toWeb() keep status, headers and body': async ({ HttpResponse }) => {
    const web = HttpResponse.fromWeb(new Response('web', { status: 418, headers: { 'X-One': '1' } })).toWeb();
    await answers(web, { status: 418, headers: { 'x-one': '1' }, body: 'web' });
  },
};
