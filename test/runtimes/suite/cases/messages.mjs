import { answers, is } from '../check.mjs';

const post = (body, headers = {}) => ({ method: 'POST', body, headers });

export const requests = {
  'text() reads the body': ({ app, ask, TextResponse }) => {
    const site = app().pipe(async (request) => new TextResponse(await request.text()));
    return answers(ask(site, '/', post('grüße')), { body: 'grüße' });
  },

  'json() reads the body': ({ app, ask, JsonResponse }) => {
    const site = app().pipe(async (request) => new JsonResponse((await request.json()).list));
    return answers(ask(site, '/', post('{"list":[1,2]}')), {
      headers: { 'content-type': 'application/json' },
      body: '[1,2]',
    });
  },

  'bytes() reads the body': ({ app, ask, JsonResponse }) => {
    const site = app().pipe(async (request) => new JsonResponse([...(await request.bytes())]));
    return answers(ask(site, '/', post(new Uint8Array([0, 255, 7]))), { body: '[0,255,7]' });
  },

  'formData() reads fields of a form': ({ app, ask, TextResponse }) => {
    const site = app().pipe(async (request) => {
      const form = await request.formData();
      return new TextResponse(form.getAll('tag').join('+'));
    });
    return answers(
      ask(
        site,
        '/',
        post(
          new URLSearchParams([
            ['tag', 'a b'],
            ['tag', 'ü'],
          ]),
        ),
      ),
      { body: 'a b+ü' },
    );
  },

  'formData() reads files': ({ app, ask, TextResponse }) => {
    const site = app().pipe(async (request) => {
      const file = (await request.formData()).get('file');
      return new TextResponse(`${file.name} ${file.size} ${await file.text()}`);
    });
    const form = new FormData();
    form.set('file', new Blob(['hello']), 'note.txt');
    return answers(ask(site, '/', post(form)), { body: 'note.txt 5 hello' });
  },

  'body is a stream': ({ app, ask, TextResponse }) => {
    const site = app().pipe(async (request) => {
      const decoder = new TextDecoder();
      let text = '';
      for (const reader = request.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) return new TextResponse(`${text}.`);
        text += decoder.decode(value, { stream: true });
      }
    });
    return answers(ask(site, '/', post('streamed')), { body: 'streamed.' });
  },

  'a second read of a body is an error': async ({ app, ask, TextResponse }) => {
    let logged;
    const site = app({ log: (error) => (logged = error) }).pipe(async (request) => {
      await request.text();
      return new TextResponse(await request.text());
    });
    await answers(ask(site, '/', post('once')), { status: 500 });
    is(logged instanceof Error, true);
  },

  'query, url and headers tell what was sent': ({ app, ask, TextResponse }) => {
    const site = app().pipe((request) => {
      const { query, queryString, url, headers, path } = request;
      const words = [
        path,
        query.get('q'),
        queryString,
        url.pathname,
        request.header('x-one'),
        headers.get('X-One'),
      ];
      return new TextResponse(words.join(' | '));
    });
    return answers(ask(site, '/a/b?q=%C3%BC&r=1', { headers: { 'X-One': '1' } }), {
      body: '/a/b | ü | q=%C3%BC&r=1 | /a/b | 1 | 1',
    });
  },

  'dot segments are removed, escaped ones too': ({ app, ask, TextResponse }) =>
    answers(
      ask(
        app().pipe(({ path }) => new TextResponse(path)),
        '/a/%2e%2e/b',
      ),
      { body: '/b' },
    ),

  'a changed copy leaves the request as it was': ({ app, ask, TextResponse }) => {
    const site = app().pipe((request) => {
      const copy = request.withMethod('PUT').withPath('/other').withHeader('X-One', '2');
      return new TextResponse(`${copy.method} ${copy.path} ${copy.header('x-one')} ${request.method}`);
    });
    return answers(ask(site, '/'), { body: 'PUT /other 2 GET' });
  },

  'toWeb() gives a Web Request': ({ app, ask }) => {
    const site = app().pipe(async (request) => {
      const web = request.toWeb();
      return new Response(`${web.method} ${new URL(web.url).pathname} ${await web.text()}`);
    });
    return answers(ask(site, '/x', post('web')), { body: 'POST /x web' });
  },

  'signal is a signal that is not aborted': ({ app, ask, TextResponse }) =>
    answers(
      ask(
        app().pipe(({ signal }) => new TextResponse(String(signal.aborted))),
        '/',
      ),
      { body: 'false' },
    ),
};

export const responses = {
  'HtmlResponse and html escape values': ({ app, ask, HtmlResponse, html }) =>
    answers(
      ask(
        app().pipe(() => new HtmlResponse(html`<p>${'<b>'}</p>`)),
        '/',
      ),
      {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<p>&lt;b&gt;</p>',
      },
    ),

  'RedirectResponse has a location': ({ app, ask, RedirectResponse }) =>
    answers(
      ask(
        app().pipe(() => new RedirectResponse('/login')),
        '/',
      ),
      {
        status: 302,
        headers: { location: '/login' },
      },
    ),

  'EmptyResponse has no body': ({ app, ask, EmptyResponse }) =>
    answers(
      ask(
        app().pipe(() => new EmptyResponse()),
        '/',
      ),
      { status: 204, body: '' },
    ),

  'bytes are sent as they are': async ({ app, ask, HttpResponse }) => {
    const response = await ask(
      app().pipe(() => new HttpResponse(new Uint8Array([0, 255, 7]))),
      '/',
    );
    is([...new Uint8Array(await response.arrayBuffer())], [0, 255, 7]);
  },

  'a Web stream is sent': ({ app, ask, HttpResponse }) => {
    const stream = () =>
      new ReadableStream({
        start(controller) {
          for (const word of ['one ', 'two']) controller.enqueue(new TextEncoder().encode(word));
          controller.close();
        },
      });
    return answers(
      ask(
        app().pipe(() => new HttpResponse(stream())),
        '/',
      ),
      { body: 'one two' },
    );
  },

  'a Blob and URLSearchParams are bodies': async ({ app, ask, HttpResponse }) => {
    const site = app()
      .pipe('/blob', () => new HttpResponse(new Blob(['blob'], { type: 'text/css' })))
      .pipe(() => new HttpResponse(new URLSearchParams({ a: '1 2' })));
    await answers(ask(site, '/blob'), { body: 'blob' });
    await answers(ask(site, '/'), { body: 'a=1+2' });
  },

  'each Set-Cookie is a line of its own': [
    'Set-Cookie',
    async ({ app, ask, EmptyResponse }) => {
      const site = app().pipe(() => {
        return new EmptyResponse().withAddedHeader('Set-Cookie', 'a=1').withAddedHeader('Set-Cookie', 'b=2');
      });
      is((await ask(site, '/')).headers.getSetCookie(), ['a=1', 'b=2']);
    },
  ],

  'the cookies of a Web Response survive a layer that adds one': [
    'Set-Cookie',
    async ({ app, ask, around }) => {
      const headers = [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ];
      const site = app()
        .pipe(around((response) => response.withAddedHeader('Set-Cookie', 'c=3')))
        .pipe(() => new Response(null, { headers }));
      is((await ask(site, '/')).headers.getSetCookie(), ['a=1', 'b=2', 'c=3']);
    },
  ],

  'a response is immutable, and its copies are changed': ({ TextResponse }) => {
    const response = new TextResponse('x', 201, { 'X-One': '1' });
    const copy = response.withStatus(202).withoutHeader('x-one').withHeader('X-Two', ['2', '3']);
    is([response.status, response.header('x-one')], [201, '1']);
    is([copy.status, copy.header('x-one'), copy.headers.get('x-two')], [202, undefined, '2, 3']);
  },

  'a line break in a header is refused': async ({ app, ask, TextResponse }) => {
    const site = app().pipe(() => new TextResponse('x', 200, { 'X-One': '1\r\nX-Two: 2' }));
    const response = await ask(site, '/');
    is([response.status, response.headers.get('x-two')], [500, null]);
  },

  'fromWeb() and toWeb() keep status, headers and body': async ({ HttpResponse }) => {
    const web = HttpResponse.fromWeb(new Response('web', { status: 418, headers: { 'X-One': '1' } })).toWeb();
    await answers(web, { status: 418, headers: { 'x-one': '1' }, body: 'web' });
  },
};
