import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { type AddressInfo, connect, createServer as createRawServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { passOnRequests } from '../../src/dev/retire.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';
let port: number;
/** The requests that the successor has received, as strings. */
let received: string[];

/**
 * Starts a server that forwards every request to a successor with this response; undefined closes the
 * connection.
 */
async function retired(response: string | undefined): Promise<void> {
  // Only servers of node:http forward, so the successor is a plain server.
  const successor = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (chunk) => {
      received.push(chunk.toString('latin1'));
      if (response === undefined) socket.destroy();
      else socket.end(response, 'latin1');
    });
  }).listen(0, '127.0.0.1');
  await once(successor, 'listening');
  const { emit } = Server.prototype;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  const stop = passOnRequests(
    { host: '127.0.0.1', port: (successor.address() as AddressInfo).port },
    'secret',
  );
  onTestFinished(() => {
    stop();
    Server.prototype.emit = emit;
    server.close().closeAllConnections();
    successor.close();
  });
}

/** Sends a request as a string, and returns the response until the connection is closed. */
function send(head: string, body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const lines = head.replace(/(?<=HTTP\/1\.\d)/, '\r\nHost: site\r\nConnection: close');
  socket.write(`${lines}\r\n\r\n${body}`, 'latin1');
  return text(socket);
}

const statusOf = (reply: string): string => reply.slice('HTTP/1.1 '.length).slice(0, 3);

beforeEach(() => {
  received = [];
});

test.each<[what: string, head: string, body?: string]>([
  ['Trailer without chunks', 'GET / HTTP/1.1\r\nTrailer: x'],
  ['Trailer with a length', 'POST / HTTP/1.1\r\nTrailer: x\r\nContent-Length: 1', 'a'],
  ['trailers', 'POST / HTTP/1.1\r\nTrailer: x\r\nTransfer-Encoding: chunked', '1\r\na\r\n0\r\nx: y\r\n\r\n'],
  ['TE', 'GET / HTTP/1.1\r\nTE: trailers, chunked;q=0.5'],
  ['another transfer coding', 'POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked', '0\r\n\r\n'],
  ['Upgrade', 'GET / HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x'],
  ['Expect: 100-continue', 'POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1', 'a'],
  ['header values beyond ASCII', 'GET / HTTP/1.1\r\nX-Name: J\u00fcrg\u00ff'],
  ['marks in its path', 'GET /"<>{}`|\\^[]?"<> HTTP/1.1'],
  ['an absolute target', 'GET http://evil.example/ HTTP/1.1'],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1'],
  ['HTTP/1.0', 'GET / HTTP/1.0'],
  ['two Proxy-Connection', 'GET / HTTP/1.1\r\nProxy-Connection: a\r\nProxy-Connection: b'],
  ['many headers', `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(2100)}c: d`],
])('a replaced process forwards a request with %s', async (_, head, body) => {
  await retired(OK);
  const reply = await send(head, body);
  expect(reply.replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*ok$/);
  // Node drops headers after the 2000th, so the header with the client's address is the first one.
  expect(received[0]).toMatch(/^.*\r\nX-Fw-Handover: secret \{"remoteAddress":"127.0.0.1",/);
  expect(received[0]).not.toMatch(/^trailer/im);
});

test.each<[what: string, head: string, status: string]>([
  ['CONNECT', 'CONNECT site:80 HTTP/1.1', ''],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nExpect: x', '417'],
  ['headers that are too large', `GET / HTTP/1.1\r\na: ${'b'.repeat(17_000)}`, '431'],
  ['a path beyond ASCII', 'GET /\u00ff HTTP/1.1', '400'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\na: \0', '400'],
])('a replaced process rejects a request with %s, and continues', async (_, head, status) => {
  await retired(OK);
  expect(statusOf(await send(head))).toBe(status);
  expect(statusOf(await send('GET / HTTP/1.1'))).toBe('200');
});

test.each<[what: string, response: string | undefined, status?: string]>([
  ['that hangs up', undefined],
  ['that sends no HTTP', 'hello'],
  ['that switches protocols', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ['with a status below 100', 'HTTP/1.1 42 No\r\nContent-Length: 0\r\n\r\n'],
  ['with Trailer in a response with a length', OK.replace('Connection', 'Trailer: x\r\nConnection'), '200'],
])('a replaced process responds with 502 for a successor %s (S10)', async (_, response, status = '502') => {
  await retired(response);
  expect(statusOf(await send('GET / HTTP/1.1'))).toBe(status);
});

test('a replaced process sends no chunks to an HTTP/1.0 client', async () => {
  await retired('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n');
  expect(await send('GET / HTTP/1.0')).toMatch(/\r\n\r\nok$/);
});
