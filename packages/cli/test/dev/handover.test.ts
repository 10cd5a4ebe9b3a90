import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { takePeer, withPeer } from '../../src/dev/handover.ts';

const secret = 'a secret of this fw dev';
const peer = { remoteAddress: '192.0.2.7', remotePort: 4321, remoteFamily: 'IPv4' };

/** Sends header lines to a process after a handover, and returns the request that the app receives. */
async function seen(lines: readonly string[], expected = secret): Promise<Record<string, unknown>> {
  const server = createServer(({ socket, headers, headersDistinct, rawHeaders }, outgoing) => {
    const { remoteAddress, remotePort } = socket;
    outgoing.end(JSON.stringify({ remoteAddress, remotePort, headers, headersDistinct, rawHeaders }));
  }).listen(0, '127.0.0.1');
  const onStart = (message: unknown): void =>
    takePeer((message as { request: IncomingMessage }).request, expected);
  subscribe('http.server.request.start', onStart);
  onTestFinished(() => {
    unsubscribe('http.server.request.start', onStart);
    server.close().closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, host: '127.0.0.1', agent: false, headers: ['Host', 'site', ...lines] }).end();
  const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
  return JSON.parse(await text(incoming)) as Record<string, unknown>;
}

test('a request that was handed over has the address of its client, and no trace of the handover', async () => {
  const found = await seen(withPeer(['X-Own', 'kept'], peer as never, secret));
  expect(found).toMatchObject({ remoteAddress: '192.0.2.7', remotePort: 4321, headers: { 'x-own': 'kept' } });
  expect(JSON.stringify(found)).not.toMatch(/handover|secret/i);
});

test('a client that has disconnected has no address, and not the one of this machine', async () => {
  const gone = { remoteAddress: undefined, remotePort: undefined, remoteFamily: undefined };
  expect(await seen(withPeer([], gone as never, secret))).not.toHaveProperty('remoteAddress');
});

const forged = JSON.stringify(peer);

test.each([
  ['a wrong secret', `guessed ${forged}`],
  ['a wrong secret of the right length', `${'x'.repeat(secret.length)} ${forged}`],
  ['the secret without its last character', `${secret.slice(0, -1)} ${forged}`],
  ['the secret in other case', `${secret.toUpperCase()} ${forged}`],
  ['the secret and no value', secret],
  ['the secret and no JSON', `${secret} {`],
  ['no secret', forged],
  ['the secret as a member', JSON.stringify({ secret, ...peer })],
  ['an empty value', ''],
  ['letters beyond ASCII', `${secret.slice(0, -1)}é ${forged}`],
  ['a secret that is an object', JSON.stringify({ secret: { length: 23 }, ...peer })],
  ['no JSON', '{'],
  ['null', 'null'],
])(
  'a client that forges the header, with %s, keeps its address, and the header is removed (S10)',
  async (_, value) => {
    for (const lines of [
      ['X-Fw-Handover', value],
      ['X-FW-HANDOVER', value, 'x-fw-handover', value, 'Connection', 'close'],
    ]) {
      const found = await seen(lines);
      expect(found['remoteAddress']).toBe('127.0.0.1');
      expect(JSON.stringify(found)).not.toMatch(/handover/i);
    }
  },
);

test('a forged header beside that of the handover has no effect', async () => {
  const lines = withPeer(['X-Fw-Handover', 'guessed {"remoteAddress":"127.0.0.1"}'], peer as never, secret);
  expect(await seen(lines)).toMatchObject({ remoteAddress: '192.0.2.7' });
});

test('without a secret no header is trusted', async () => {
  const lines = withPeer([], peer as never, '');
  expect(await seen(lines, '')).toMatchObject({ remoteAddress: '127.0.0.1' });
});

test('a client with more headers than Node keeps has its own address', async () => {
  const many = Array.from({ length: 2500 }, () => ['a', 'b']).flat();
  expect(await seen(withPeer(many, peer as never, secret))).toMatchObject({ remoteAddress: '192.0.2.7' });
});

test('is not blocked by a huge length in X-Fw-Handover: the header is compared before it is parsed (S10)', () => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  for (const value of ['{"secret":{"length":1e9}}', '[[[[', 'x'.repeat(16_000)]) {
    takePeer({ rawHeaders: ['X-Fw-Handover', value], headers: {}, socket: {} } as never, secret);
  }
  expect(parse).not.toHaveBeenCalled();
});
