// The app of the campaign on Fw; its handlers are the same in both variants.
import { join } from 'node:path';
import { HttpResponse, JsonResponse, TextResponse } from 'fw-runtime';
import * as contract from '../contract.mjs';

const { BODY_LIMIT, HEADERS_TIMEOUT, REQUEST_TIMEOUT, SHUTDOWN_TIMEOUT, seen } = contract;

/** Listens with one application for HTTP and another for HTTPS and HTTP/2, in one process. */
export async function serve(Application, { port, tlsPort, cert, key, root, runtime }) {
  const engine = runtime === 'node' ? 'node' : 'native';
  const common = { host: '127.0.0.1', silent: true };
  await createApp(Application, root, engine).run({ ...common, port });
  await createApp(Application, root, engine).run({ ...common, port: tlsPort, tls: { cert, key } });
}

function createApp(Application, root, engine) {
  const app = new Application({
    log: () => seen.logged++,
    server: {
      engine,
      document_root: root,
      body_limit: BODY_LIMIT,
      headers_timeout: HEADERS_TIMEOUT,
      request_timeout: REQUEST_TIMEOUT,
      shutdown_timeout: SHUTDOWN_TIMEOUT,
    },
  });
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  layRoutes(app, join(root, contract.FILE_NAME));
  return app;
}

function layRoutes(app, file) {
  app.get(
    '/echo/{nonce:[\\w-]+}',
    ({ params: { nonce } }) => new TextResponse(nonce, 200, { 'x-nonce': nonce }),
  );
  app.post('/echo/{nonce:[\\w-]+}', async (request) => {
    const { nonce } = request.params;
    const receipt = contract.receive(nonce, await request.bytes(), request.header('x-digest'));
    return new TextResponse(receipt, 200, { 'x-nonce': nonce });
  });
  app.post(
    '/json/{nonce:[\\w-]+}',
    async (request) => new JsonResponse(await request.json(), 200, { 'x-nonce': request.params.nonce }),
  );
  app.get('/stream/{nonce:[\\w-]+}/{count}', ({ params: { nonce, count } }) =>
    streamed(nonce, contract.chunks(nonce, count)),
  );
  app.get('/drip/{nonce:[\\w-]+}/{count}', ({ params: { nonce, count } }) =>
    streamed(nonce, contract.chunks(nonce, count, 50)),
  );
  app.get('/broken/{nonce:[\\w-]+}', ({ params: { nonce } }) =>
    streamed(nonce, contract.chunks(nonce, 4, 0, 2)),
  );
  app.get('/slow/{nonce:[\\w-]+}/{ms}', async ({ params: { nonce, ms } }) => {
    await contract.slowly(ms);
    return new TextResponse(nonce, 200, { 'x-nonce': nonce });
  });
  app.get('/late/{nonce:[\\w-]+}/{ms}', async ({ params: { nonce, ms } }) => {
    await contract.pause(ms);
    return streamed(nonce, contract.fileChunks(file));
  });
  app.get(
    '/hop/{nonce:[\\w-]+}',
    ({ params: { nonce } }) => new TextResponse(nonce, 200, { ...contract.HOP_HEADERS, 'x-nonce': nonce }),
  );
  app.get('/fail/{nonce:[\\w-]+}', () => {
    throw new Error('This handler fails, as it should.');
  });
}

function streamed(nonce, chunks) {
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? Buffer.from(value) : value);
    },
    async cancel() {
      await chunks.return();
    },
  });
  return new HttpResponse(body, 200, { 'content-type': 'text/plain', 'x-nonce': nonce });
}
