import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer, type OutgoingHttpHeaders } from 'node:http2';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { JsonResponse, TextResponse } from '../src/index.ts';
import { Closing } from '../src/server/closing.ts';
import { createNodeListener } from '../src/server/node-listener.ts';
import type { Servable } from '../src/server/servable.ts';
import type { Kit } from './cases/case.ts';
import { inBothVariants } from './cases/kit.ts';

// Without TLS, which only browsers insist on.
inBothVariants((kit) => {
  test('a request over HTTP/2 is one like any other', async () => {
    const app = kit.app();
    app.pipe(
      kit.handler((request) => {
        const names = [...request.headers.keys()].filter((name) => name.startsWith(':'));
        return new JsonResponse([request.method, request.path, request.queryString, names]);
      }),
    );
    const session = await sessionWith(app);
    expect(await ask(session, { ':path': '/a%62?c=d' })).toMatchObject({ body: '["GET","/ab","c=d",[]]' });
  });

  test.each(['text', 'body'] as const)(
    'a body that is too large is 413, and the next request is answered: %s (S3)',
    async (way) => {
      const session = await sessionWith(reading(kit, way));
      const large = Buffer.alloc(1_000_000);
      expect(await ask(session, { ':method': 'POST' }, large)).toMatchObject({ status: 413, reset: 0 });
      expect(await ask(session, { ':method': 'POST', 'content-length': large.length }, large)).toMatchObject({
        status: 413,
        reset: 0,
      });
      expect(await ask(session, { ':method': 'POST' }, Buffer.from('small'))).toMatchObject({
        status: 200,
        body: 'small',
      });
    },
  );

  test('a client that waits for 100 Continue is told when the handler reads', async () => {
    const session = await sessionWith(reading(kit, 'text'));
    const headers = { ':method': 'POST', expect: '100-continue' };
    expect(await ask(session, headers, Buffer.from('small'))).toMatchObject({
      body: 'small',
      continued: true,
    });
  });
});

function reading<M>(kit: Kit<M>, way: 'text' | 'body') {
  const app = kit.app({ server: { body_limit: 10 } });
  app.pipe(
    kit.handler(
      async (request) =>
        new TextResponse(await (way === 'text' ? request : new Response(request.body)).text()),
    ),
  );
  return app;
}

async function sessionWith(application: object): Promise<ClientHttp2Session> {
  const options = { files: undefined, closing: new Closing() };
  const listen = (awaitsContinue: boolean): RequestListener =>
    createNodeListener(application as Servable, { ...options, awaitsContinue });
  const server = createServer();
  server.on('request', listen(false) as never).on('checkContinue', listen(true) as never);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(async () => {
    session.destroy();
    server.close();
    await once(server, 'close');
  });
  return session;
}

/** What came back once both sides of the stream are closed. */
async function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: Buffer) {
  const stream = session.request(headers, {
    endStream: body === undefined && headers[':method'] === undefined,
  });
  let status = 0;
  let continued = false;
  stream.on('response', (received) => (status = received[':status'] ?? 0));
  stream.on('continue', () => (continued = true));
  const closed = once(stream, 'close');
  if (body !== undefined) stream.end(body);
  const content = await text(stream);
  await closed;
  return { status, body: content, continued, reset: stream.rstCode };
}
