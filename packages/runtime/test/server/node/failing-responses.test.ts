import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type HttpResponse, TextResponse } from '../../../src/index.ts';
import { ShutdownSignal } from '../../../src/server/node/process/lifecycle.ts';
import { createNodeListener } from '../../../src/server/node/node-listener.ts';
import type { RequestHandler } from '../../../src/kernel/application/request-handler.ts';
import { askHttp2 } from '../../support/http2-client.ts';
import { ask } from '../../support/serve.ts';

type Ask = (path: string) => Promise<{ readonly status: number; readonly body: string }>;

describe.each<[string, (listener: RequestListener) => Promise<Ask>]>([
  ['HTTP/1', overHttp1],
  ['HTTP/2', overHttp2],
])('a failing response ends only its own exchange (S5): %s', (_version, listen) => {
  test.each<[string, () => HttpResponse | Promise<HttpResponse>]>([
    ['a response that cannot be sent', () => unsendable()],
    ['a response that cannot be sent and came later', async () => unsendable()],
    ['an application that fails', () => Promise.reject(new Error('It failed.'))],
    ['headers that the server rejects', () => withLines(['Keep-Alive', 'timeout=5', 'X-Split', 'a\r\nb'])],
    ['malformed headers', () => withLines([undefined as never, 'a'])],
  ])('%s, and an error that cannot be sent either', async (_what, make) => {
    const log = vi.fn();
    const askFor = await listen(
      createNodeListener(
        {
          respond: ({ path }) => (path === '/bad' ? make() : new TextResponse('next')),
          errors: { respond: make, log, warn: log },
        } as Partial<RequestHandler> as RequestHandler,
        { closing: new ShutdownSignal() },
      ),
    );
    expect(await askFor('/bad')).toMatchObject({ status: 500, body: '' });
    expect(log).toHaveBeenCalledOnce();
    expect(await askFor('/')).toMatchObject({ status: 200, body: 'next' });
  });
});

function unsendable(): HttpResponse {
  return Object.defineProperty(new TextResponse(''), 'content', {
    get() {
      throw new Error('It cannot be sent.');
    },
  });
}

/** With headers that were not checked, as if the check had a hole. */
function withLines(lines: readonly string[]): HttpResponse {
  const response = new TextResponse('');
  const list = Object.assign(Object.create(response.headerList), { withLength: () => ({ lines }) });
  return Object.assign(response, { headerList: list });
}

async function overHttp1(listener: RequestListener): Promise<Ask> {
  const port = await portOf(createServer(listener));
  return (path) => ask({ port }, { path });
}

async function overHttp2(listener: RequestListener): Promise<Ask> {
  const port = await portOf(createHttp2Server(listener as never) as never);
  const session = connect(`http://127.0.0.1:${port}`);
  onTestFinished(() => session.destroy());
  return (path) => askHttp2(session, { path });
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
