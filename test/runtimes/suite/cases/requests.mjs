import { answers, is } from '../check.mjs';
import { bytesOf, FORMS, TYPE } from '../form-table.mjs';
import { streamOf } from '../streams.mjs';

const post = (body, headers = {}) => ({ method: 'POST', body, headers });

export const requests = {
  'text() reads the body': ({ app, sendTo, TextResponse }) => {
    const site = app().pipe(async (request) => new TextResponse(await request.text()));
    return answers(sendTo(site, '/', post('grüße')), { body: 'grüße' });
  },

  'json() reads the body': ({ app, sendTo, JsonResponse }) => {
    const site = app().pipe(async (request) => new JsonResponse((await request.json()).list));
    return answers(sendTo(site, '/', post('{"list":[1,2]}')), {
      headers: { 'content-type': 'application/json' },
      body: '[1,2]',
    });
  },

  'bytes() reads the body': ({ app, sendTo, JsonResponse }) => {
    const site = app().pipe(async (request) => new JsonResponse([...(await request.bytes())]));
    return answers(sendTo(site, '/', post(new Uint8Array([0, 255, 7]))), { body: '[0,255,7]' });
  },

  'formData() reads fields of a form': ({ app, sendTo, TextResponse }) => {
    const site = app().pipe(async (request) => {
      const form = await request.formData();
      return new TextResponse(form.getAll('tag').join('+'));
    });
    return answers(
      sendTo(
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

  'parts() and formData() read every form in the same way': async ({
    app,
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
    const site = app().pipe(async (request) => {
      const file = (await request.formData()).get('file');
      return new TextResponse(`${file.name} ${file.size} ${await file.text()}`);
    });
    const form = new FormData();
    form.set('file', new Blob(['hello']), 'note.txt');
    return answers(sendTo(site, '/', post(form)), { body: 'note.txt 5 hello' });
  },

  'body is a stream': ({ app, sendTo, TextResponse }) => {
    const site = app().pipe(async (request) => {
      const decoder = new TextDecoder();
      let text = '';
      for (const reader = request.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) return new TextResponse(`${text}.`);
        text += decoder.decode(value, { stream: true });
      }
    });
    return answers(sendTo(site, '/', post('streamed')), { body: 'streamed.' });
  },

  'a body that comes as a stream is read': ({ app, TextResponse }) => {
    const site = app().pipe(async (request) => new TextResponse(await request.text()));
    const body = streamOf('one ', 'two');
    const init = { method: 'POST', body, duplex: 'half' };
    return answers(site.fetch(new Request('http://localhost/', init)), { body: 'one two' });
  },

  'a second read of a body is an error': async ({ app, sendTo, TextResponse }) => {
    let logged;
    const site = app({ log: (error) => (logged = error) }).pipe(async (request) => {
      await request.text();
      return new TextResponse(await request.text());
    });
    await answers(sendTo(site, '/', post('once')), { status: 500 });
    is(logged instanceof Error, true);
  },

  'query, url and headers tell what was sent': ({ app, sendTo, TextResponse }) => {
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
    return answers(sendTo(site, '/a/b?q=%C3%BC&r=1', { headers: { 'X-One': '1' } }), {
      body: '/a/b | ü | q=%C3%BC&r=1 | /a/b | 1 | 1',
    });
  },

  'dot segments are removed, escaped ones too': ({ app, sendTo, TextResponse }) =>
    answers(
      sendTo(
        app().pipe(({ path }) => new TextResponse(path)),
        '/a/%2e%2e/b',
      ),
      { body: '/b' },
    ),

  'a changed copy leaves the request as it was': ({ app, sendTo, TextResponse }) => {
    const site = app().pipe((request) => {
      const copy = request.withMethod('PUT').withPath('/other').withHeader('X-One', '2');
      return new TextResponse(`${copy.method} ${copy.path} ${copy.header('x-one')} ${request.method}`);
    });
    return answers(sendTo(site, '/'), { body: 'PUT /other 2 GET' });
  },

  'toWeb() gives a Web Request': ({ app, sendTo }) => {
    const site = app().pipe(async (request) => {
      const web = request.toWeb();
      return new Response(`${web.method} ${new URL(web.url).pathname} ${await web.text()}`);
    });
    return answers(sendTo(site, '/x', post('web')), { body: 'POST /x web' });
  },

  'a method is in upper case, however it is sent': ({ routed, text }) => {
    const site = routed((app) => app.route('/cache', text('purged'), ['PURGE']));
    const request = new Request('http://localhost/cache', { method: 'purge' });
    return answers(site.fetch(request), { body: 'purged' });
  },

  'signal is aborted with the request': async ({ app, TextResponse }) => {
    const abort = new AbortController();
    const site = app().pipe(async ({ signal }) => {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      abort.abort();
      await aborted;
      return new TextResponse('aborted');
    });
    const request = new Request('http://localhost/', { signal: abort.signal });
    await answers(site.fetch(request), { body: 'aborted' });
  },

  'signal is a signal that is not aborted': ({ app, sendTo, TextResponse }) =>
    answers(
      sendTo(
        app().pipe(({ signal }) => new TextResponse(String(signal.aborted))),
        '/',
      ),
      { body: 'false' },
    ),

  'a trusted proxy tells of the client': ({ app, sendTo, JsonResponse }) =>
    answers(
      sendTo(
        app().pipe((given) => {
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
