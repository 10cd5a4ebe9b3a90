import { responds, is } from '../check.mjs';
import { bytesOf, FORMS, TYPE } from '../form-table.mjs';
import { streamOf } from '../streams.mjs';

const post = (body, headers = {}) => ({ method: 'POST', body, headers });

export const requests = {
  'text() reads the body': ({ createApp, sendTo, TextResponse }) => {
    const app = createApp().pipe(async (request) => new TextResponse(await request.text()));
    return responds(sendTo(app, '/', post('grüße')), { body: 'grüße' });
  },

  'json() reads the body': ({ createApp, sendTo, JsonResponse }) => {
    const app = createApp().pipe(async (request) => new JsonResponse((await request.json()).list));
    return responds(sendTo(app, '/', post('{"list":[1,2]}')), {
      headers: { 'content-type': 'application/json' },
      body: '[1,2]',
    });
  },

  'bytes() reads the body': ({ createApp, sendTo, JsonResponse }) => {
    const app = createApp().pipe(async (request) => new JsonResponse([...(await request.bytes())]));
    return responds(sendTo(app, '/', post(new Uint8Array([0, 255, 7]))), { body: '[0,255,7]' });
  },

  'formData() reads fields of a form': ({ createApp, sendTo, TextResponse }) => {
    const app = createApp().pipe(async (request) => {
      const form = await request.formData();
      return new TextResponse(form.getAll('tag').join('+'));
    });
    return responds(
      sendTo(
        app,
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

  'parts() and formData() read every form alike': async ({
    createApp,
    sendTo,
    ServerRequest,
    TextResponse,
  }) => {
    for (const [title, body, expected, type = TYPE] of FORMS) {
      const wanted = Array.isArray(expected)
        ? JSON.stringify(expected.map(([name, filename, , text]) => [name, filename, text]))
        : expected;
      for (const read of [readParts, readFormData]) {
        const init = post(bytesOf(body), { 'Content-Type': type });
        const found = await read(new ServerRequest('/', init)).then(JSON.stringify, ({ status }) => status);
        if (found !== wanted) throw new Error(`${read.name}, ${title}: expected ${wanted}, got ${found}`);
      }
    }
    const app = createApp().pipe(async (request) => {
      const file = (await request.formData()).get('file');
      return new TextResponse(`${file.name} ${file.size} ${await file.text()}`);
    });
    const form = new FormData();
    form.set('file', new Blob(['hello']), 'note.txt');
    return responds(sendTo(app, '/', post(form)), { body: 'note.txt 5 hello' });
  },

  'body is a stream': ({ createApp, sendTo, TextResponse }) => {
    const app = createApp().pipe(async (request) => {
      const decoder = new TextDecoder();
      let text = '';
      for (const reader = request.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) return new TextResponse(`${text}.`);
        text += decoder.decode(value, { stream: true });
      }
    });
    return responds(sendTo(app, '/', post('streamed')), { body: 'streamed.' });
  },

  'a streamed request body is read': ({ createApp, TextResponse }) => {
    const app = createApp().pipe(async (request) => new TextResponse(await request.text()));
    const body = streamOf('one ', 'two');
    const init = { method: 'POST', body, duplex: 'half' };
    return responds(app.fetch(new Request('http://localhost/', init)), { body: 'one two' });
  },

  'a second read of a body is an error': async ({ createApp, sendTo, TextResponse }) => {
    let logged;
    const app = createApp({ log: (error) => (logged = error) }).pipe(async (request) => {
      await request.text();
      return new TextResponse(await request.text());
    });
    await responds(sendTo(app, '/', post('once')), { status: 500 });
    is(logged instanceof Error, true);
  },

  'query, url and headers match the sent request': ({ createApp, sendTo, TextResponse }) => {
    const app = createApp().pipe((request) => {
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
    return responds(sendTo(app, '/a/b?q=%C3%BC&r=1', { headers: { 'X-One': '1' } }), {
      body: '/a/b | ü | q=%C3%BC&r=1 | /a/b | 1 | 1',
    });
  },

  'dot segments are removed, escaped ones too': ({ createApp, sendTo, TextResponse }) =>
    responds(
      sendTo(
        createApp().pipe(({ path }) => new TextResponse(path)),
        '/a/%2e%2e/b',
      ),
      { body: '/b' },
    ),

  "a changed copy doesn't change the request": ({ createApp, sendTo, TextResponse }) => {
    const app = createApp().pipe((request) => {
      const copy = request.withMethod('PUT').withPath('/other').withHeader('X-One', '2');
      return new TextResponse(`${copy.method} ${copy.path} ${copy.header('x-one')} ${request.method}`);
    });
    return responds(sendTo(app, '/'), { body: 'PUT /other 2 GET' });
  },

  'toWeb() returns a Web Request': ({ createApp, sendTo }) => {
    const app = createApp().pipe(async (request) => {
      const web = request.toWeb();
      return new Response(`${web.method} ${new URL(web.url).pathname} ${await web.text()}`);
    });
    return responds(sendTo(app, '/x', post('web')), { body: 'POST /x web' });
  },

  'a method is in uppercase, however it is sent': ({ routed, text }) => {
    const app = routed((app) => app.route('/cache', text('purged'), ['PURGE']));
    const request = new Request('http://localhost/cache', { method: 'purge' });
    return responds(app.fetch(request), { body: 'purged' });
  },

  'signal is aborted with the request': async ({ createApp, TextResponse }) => {
    const abort = new AbortController();
    const app = createApp().pipe(async ({ signal }) => {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      abort.abort();
      await aborted;
      return new TextResponse('aborted');
    });
    const request = new Request('http://localhost/', { signal: abort.signal });
    await responds(app.fetch(request), { body: 'aborted' });
  },

  'signal is a signal that is not aborted': ({ createApp, sendTo, TextResponse }) =>
    responds(
      sendTo(
        createApp().pipe(({ signal }) => new TextResponse(String(signal.aborted))),
        '/',
      ),
      { body: 'false' },
    ),

  'forwarded headers of a trusted proxy are used': ({ createApp, sendTo, JsonResponse }) =>
    responds(
      sendTo(
        createApp().pipe((given) => {
          const request = given.withClient({ ip: '::1', protocol: 'https', host: 'example.org' });
          return new JsonResponse([request.ip, request.url, request.toWeb().url]);
        }),
        '/a?b',
      ),
      { body: '["::1","https://example.org/a?b","https://example.org/a?b"]' },
    ),
};

async function readParts(request) {
  const read = [];
  for await (const part of request.parts()) read.push([part.name, part.filename, await part.text()]);
  return read;
}

async function readFormData(request) {
  const read = [];
  for (const [name, value] of await request.formData()) {
    read.push(typeof value === 'string' ? [name, undefined, value] : [name, value.name, await value.text()]);
  }
  return read;
}
