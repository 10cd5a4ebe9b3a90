import { once } from 'node:events';
import { get } from 'node:http';
import { get as getOverTls } from 'node:https';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpResponse, type RunningServer, ServerRequest, TextResponse } from '../../../src/index.ts';
import type { Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask } from '../../support/serve.ts';
import { http2Client } from '../../support/silent-clients.ts';
import { certificate } from '../../support/tls.ts';

type Protocol = 'HTTP/1' | 'HTTP/1 over TLS' | 'HTTP/2';

const protocols: readonly Protocol[] = ['HTTP/1', 'HTTP/1 over TLS', 'HTTP/2'];

inBothVariants((kit) => {
  describe('a stream of events ends when the server shuts down (S4)', () => {
    describe.each(protocols)('%s', (protocol) => {
      test('also when its handler does not care, and its source is cancelled', async () => {
        const cancelled = deferred();
        const { server, log } = await run(kit, protocol, () =>
          eventStream(
            new ReadableStream({
              start: (controller) => controller.enqueue(Buffer.from('data: 1\n\n')),
              cancel: () => cancelled.resolve(),
            }),
          ),
        );
        const { ended } = await begun(server, protocol);
        await server.close();
        expect(await ended).toEqual({ how: 'complete', body: 'data: 1\n\n' });
        await cancelled.promise;
        expect(log).not.toHaveBeenCalled();
      });

      test('data that the handler sends on the closing signal is sent', async () => {
        const { server } = await run(kit, protocol, (request) =>
          eventStream(
            new ReadableStream({
              start(controller) {
                controller.enqueue('data: 1\n\n');
                request.closing.addEventListener('abort', () => controller.enqueue('data: bye\n\n'));
              },
            }),
          ),
        );
        const { ended } = await begun(server, protocol);
        await server.close();
        expect(await ended).toEqual({ how: 'complete', body: 'data: 1\n\ndata: bye\n\n' });
      });
    });

    test('a stream created from a generator, which may end at the same time', async () => {
      const finished = deferred();
      const { server, log } = await run(kit, 'HTTP/1', (request) => {
        async function* events() {
          try {
            yield 'data: 1\n\n';
            await once(request.closing, 'abort');
            await setImmediate();
            await setImmediate();
          } finally {
            finished.resolve();
          }
        }
        return eventStream(new Response(encoded(events()) as never).body);
      });
      const { ended } = await begun(server, 'HTTP/1');
      await server.close();
      expect(await ended).toEqual({ how: 'complete', body: 'data: 1\n\n' });
      await finished.promise;
      expect(log).not.toHaveBeenCalled();
    });

    test('one that begins while the server shuts down', async () => {
      const arrived = deferred();
      const { server } = await run(kit, 'HTTP/1', async (request) => {
        arrived.resolve();
        await once(request.closing, 'abort');
        return eventStream(new ReadableStream());
      });
      const opening = open(server, 'HTTP/1');
      await arrived.promise;
      const closed = server.close();
      const incoming = await opening;
      expect(incoming.headers['content-type']).toBe('Text/Event-Stream; charset=utf-8');
      expect(await endOf(incoming)).toEqual({ how: 'complete', body: '' });
      await closed;
    });

    test('another stream continues to its own end', async () => {
      const release = deferred();
      const { server } = await run(kit, 'HTTP/1', (request) => {
        if (request.path === '/events') return eventStream(streamOf('data: 1\n\n'));
        return new HttpResponse(streamOf('first ', release.promise, 'last'));
      });
      const events = await begun(server, 'HTTP/1', '/events');
      const other = await begun(server, 'HTTP/1', '/other');
      const closed = server.close();
      await events.ended;
      release.resolve();
      expect(await other.ended).toEqual({ how: 'complete', body: 'first last' });
      await closed;
    });
  });

  describe('request.closing is aborted when the server begins to shut down (S4)', () => {
    test.each(protocols)('while the request has time to finish: %s', async (protocol) => {
      const arrived = deferred();
      const { server } = await run(kit, protocol, async (request) => {
        const { closing, signal } = request;
        expect(request.withAttribute('copy', 1).closing).toBe(closing);
        expect(closing.aborted).toBe(false);
        arrived.resolve();
        await once(closing, 'abort');
        return new TextResponse(`client gone: ${signal.aborted}`);
      });
      const opening = open(server, protocol);
      await arrived.promise;
      const closed = server.close();
      expect(await endOf(await opening)).toEqual({ how: 'complete', body: 'client gone: false' });
      await closed;
    });

    test('and has been for a request that looks at it later', async () => {
      const arrived = deferred();
      const release = deferred();
      const { server } = await run(kit, 'HTTP/1', async (request) => {
        arrived.resolve();
        await release.promise;
        return new TextResponse(`closing: ${request.closing.aborted}`);
      });
      const answer = ask(server);
      await arrived.promise;
      const closed = server.close();
      release.resolve();
      expect((await answer).body).toBe('closing: true');
      await closed;
    });

    test('but not for a response that was complete before', async () => {
      const { server, requests } = await run(kit, 'HTTP/1', (request) => {
        expect(request.closing.aborted).toBe(false);
        return new TextResponse('complete');
      });
      await ask(server);
      await server.close();
      expect(requests.map(({ closing }) => closing.aborted)).toEqual([false]);
    });

    test('and never without a server', async () => {
      const app = kit.app();
      app.pipe(kit.handler((request) => new TextResponse(`closing: ${request.closing.aborted}`)));
      expect(await (await app.fetch(new Request('http://localhost/'))).text()).toBe('closing: false');
      const request = new ServerRequest('/');
      expect(request.closing).toBe(request.closing);
    });
  });
});

type Handle = (request: ServerRequest) => HttpResponse | Promise<HttpResponse>;

/** A server that waits for ever for what does not end. */
async function run<M>(kit: Kit<M>, protocol: Protocol, handle: Handle) {
  const log = vi.fn();
  const requests: ServerRequest[] = [];
  const app = kit.app({ log, server: { shutdown_timeout: 600_000 } });
  app.pipe(
    kit.handler((request) => {
      requests.push(request);
      return handle(request);
    }),
  );
  const tls = protocol === 'HTTP/1' ? {} : { tls: certificate };
  const server = await app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true, ...tls });
  onTestFinished(() => server.close());
  return { server, log, requests };
}

function eventStream(body: ReadableStream | null): HttpResponse {
  return new HttpResponse(body, 200, { 'Content-Type': 'Text/Event-Stream; charset=utf-8' });
}

/** A stream that stays open after its first text, or until it may send its last one. */
function streamOf(first: string, wait: Promise<void> = new Promise(() => {}), last = ''): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      await wait;
      controller.enqueue(last);
      controller.close();
    },
  });
}

async function* encoded(texts: AsyncIterable<string>) {
  for await (const text of texts) yield new TextEncoder().encode(text);
}

type Opened = Readable & { readonly headers: Readonly<Record<string, unknown>> };

/** The body of a response, as soon as it has begun. */
async function open({ url, port }: RunningServer, protocol: Protocol, path = '/'): Promise<Opened> {
  if (protocol !== 'HTTP/2') {
    const options = { agent: false, ca: certificate.cert };
    const [incoming] = await once(
      protocol === 'HTTP/1' ? get(url + path, options) : getOverTls(url + path, options),
      'response',
    );
    return incoming as Opened;
  }
  const stream = http2Client({ port }).request({ ':path': path });
  const [headers] = await once(stream, 'response');
  return Object.assign(stream, { headers });
}

/** A response that has begun. */
async function begun(
  server: RunningServer,
  protocol: Protocol,
  path?: string,
): Promise<{ ended: Promise<Ended> }> {
  const incoming = await open(server, protocol, path);
  const ended = endOf(incoming);
  await once(incoming, 'data');
  return { ended };
}

interface Ended {
  readonly how: 'complete' | 'broken';
  readonly body: string;
}

/** The end of a response, as a client sees it. */
function endOf(incoming: Readable): Promise<Ended> {
  let body = '';
  return new Promise((resolve) => {
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.once('end', () => resolve({ how: 'complete', body }));
    for (const event of ['error', 'aborted']) incoming.once(event, () => resolve({ how: 'broken', body }));
  });
}
