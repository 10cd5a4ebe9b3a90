// An app that is served by run() on any runtime. It prints messages for the tests.
import { join } from 'node:path';
import { Application, EmptyResponse, HttpResponse, JsonResponse, TextResponse } from 'fw-runtime/b';

const { TLS, SHUTDOWN_TIMEOUT = '10000', ENGINE, REQUEST_TIMEOUT } = process.env;
const MEGABYTE = 1_048_576;

const app = new Application({
  container: { get: () => undefined, has: () => false, dispose: () => console.log('disposed') },
  log: (error) => console.log(`logged: ${error.message}`),
  server: {
    document_root: join(import.meta.dirname, 'public'),
    body_limit: MEGABYTE,
    ...(ENGINE && { engine: ENGINE }),
    ...(REQUEST_TIMEOUT && { request_timeout: Number(REQUEST_TIMEOUT) }),
    shutdown_timeout: Number(SHUTDOWN_TIMEOUT),
  },
});
app.pipeRoutingMiddleware().pipeDispatchMiddleware();

app.get('/', () => new TextResponse('home'));
app.get('/request', (request) => {
  const { ip, query, url, originalPath } = request;
  const platform = request.platform ?? null;
  const answer = { ip, url: url.href, path: originalPath, q: query.get('q'), platform };
  return new JsonResponse({ ...answer, agent: request.header('x-agent'), web: request.toWeb().url });
});
app.get('/crumbs', (request) => {
  const all = [
    request.header('cookie'),
    request.headers.get('cookie'),
    request.toWeb().headers.get('cookie'),
  ];
  return new JsonResponse(all);
});
app.get('/cookies', () =>
  new EmptyResponse().withAddedHeader('Set-Cookie', 'a=1').withAddedHeader('Set-Cookie', 'b=2'),
);
const takingBodies = {
  '/text': async (request) => new TextResponse(await request.text()),
  '/json': async (request) => new JsonResponse(await request.json()),
  '/size': async (request) => new JsonResponse((await request.bytes()).length),
  '/form': async (request) => {
    const form = await request.formData();
    return new JsonResponse({ name: form.get('name'), file: await form.get('file')?.text() });
  },
  '/web': async (request) => new TextResponse(await request.toWeb().text()),
  '/pipe': (request) => new HttpResponse(request.body),
  '/ignored': () => new TextResponse('not read'),
};
for (const [path, handler] of Object.entries(takingBodies)) app.post(path, handler);
app.get('/fails', () => {
  throw new Error('It fails.');
});
app.get('/large', () => {
  let left = 20;
  const pull = (controller) =>
    left-- > 0 ? controller.enqueue(new Uint8Array(MEGABYTE)) : controller.close();
  return new HttpResponse(new ReadableStream({ pull }));
});
// Fails after part of it was sent.
app.get('/broken', () => {
  let isFirst = true;
  const pull = (controller) => {
    if (!isFirst) throw new Error('It breaks.');
    isFirst = false;
    controller.enqueue('half');
  };
  return new HttpResponse(new ReadableStream({ pull }));
});
app.get('/endless', () => {
  const start = (controller) => {
    controller.enqueue('begun');
    console.log('begun');
  };
  const cancel = () => console.log('cancelled');
  return new HttpResponse(new ReadableStream({ start, cancel }));
});
app.get('/events', () => {
  const start = (controller) => controller.enqueue('data: 1\n\n');
  const cancel = () => console.log('events cancelled');
  return new HttpResponse(new ReadableStream({ start, cancel }), 200, {
    'Content-Type': 'text/event-stream',
  });
});
// Waits until the server begins to stop, and then for a moment.
app.get('/closing', async ({ closing }) => {
  console.log('held');
  await new Promise((resolve) => closing.addEventListener('abort', resolve));
  await new Promise((resolve) => setTimeout(resolve, 100));
  return new TextResponse('finished');
});
app.get('/gone', async ({ signal }) => {
  console.log('held');
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  console.log('aborted');
  return new EmptyResponse();
});

const fixtures = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'packages',
  'runtime',
  'test',
  'fixtures',
  'tls',
);
const tls = { cert: join(fixtures, 'cert.pem'), key: join(fixtures, 'key.pem') };
await app.run({ host: '127.0.0.1', ...(TLS && { tls }) });
process.on('SIGTERM', () => console.log('told to stop'));
