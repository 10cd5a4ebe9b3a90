import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TextResponse } from '../../../src/index.ts';
import type { Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { ask, exchange, serve } from '../../support/serve.ts';

const CLOSE = 'Connection: close\r\n\r\n';

inBothVariants((kit) => {
  describe('a request that is no HTTP is rejected before any middleware sees it, and the server continues (S5)', () => {
    test.each<[string, string, number]>([
      ['bytes of another protocol', '\x16\x03\x01 not http\r\n\r\n', 400],
      ['no request line', 'GARBAGE\r\n\r\n', 400],
      ['a version that is not', 'GET / HTTP/9.9\r\nHost: h\r\n\r\n', 400],
      ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
      ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: h\r\n\r\n', 400],
      ['a method in small letters', 'get / HTTP/1.1\r\nHost: h\r\n\r\n', 400],
      ['line feeds only', 'GET / HTTP/1.1\nHost: h\n\n', 400],
      ['no Host', `GET / HTTP/1.1\r\n${CLOSE}`, 400],
      ['two Hosts', `GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n${CLOSE}`, 400],
      ['a header without a colon', `GET / HTTP/1.1\r\nHost: h\r\nNonsense\r\n${CLOSE}`, 400],
      ['a space before the colon', `GET / HTTP/1.1\r\nHost : h\r\n${CLOSE}`, 400],
      ['a header without a name', `GET / HTTP/1.1\r\nHost: h\r\n: x\r\n${CLOSE}`, 400],
      ['a folded header', `GET / HTTP/1.1\r\nHost: h\r\nX-A: a\r\n b\r\n${CLOSE}`, 400],
      ['a zero byte in a header', `GET / HTTP/1.1\r\nHost: h\r\nX-A: a\0b\r\n${CLOSE}`, 400],
      ['a lone CR in a header', `GET / HTTP/1.1\r\nHost: h\r\nX-A: a\rX-B: b\r\n${CLOSE}`, 400],
      [
        'a header that is too long',
        `GET / HTTP/1.1\r\nHost: h\r\nX-A: ${'a'.repeat(20_000)}\r\n${CLOSE}`,
        431,
      ],
      ['too many headers', `GET / HTTP/1.1\r\nHost: h\r\n${'X-A: a\r\n'.repeat(6000)}${CLOSE}`, 431],
      ['a target that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: h\r\n${CLOSE}`, 431],
      ['a space in the target', `GET /a b HTTP/1.1\r\nHost: h\r\n${CLOSE}`, 400],
      [
        'length and chunks',
        `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n${CLOSE}0\r\n\r\n`,
        400,
      ],
      [
        'chunks and length',
        `POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n${CLOSE}0\r\n\r\n`,
        400,
      ],
      [
        'two lengths',
        `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nContent-Length: 4\r\n${CLOSE}abc`,
        400,
      ],
      ['a length with a sign', `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +3\r\n${CLOSE}abc`, 400],
      ['a length below zero', `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -3\r\n${CLOSE}abc`, 400],
      ['a length that is no number', `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0x3\r\n${CLOSE}abc`, 400],
      [
        'chunks that are not the last coding',
        `POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, gzip\r\n${CLOSE}0\r\n\r\n`,
        400,
      ],
    ])('%s', async (_what, bytes, status) => {
      const { server, seen } = await watched(kit);
      expect(await exchange(server, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(seen).toEqual([]);
      expect((await ask(server, { path: '/next' })).body).toBe('/next');
    });
  });

  test.each([
    ['a size that is no number', 'ZZ\r\nabc\r\n0\r\n\r\n'],
    ['a chunk that is longer than it says', '1\r\nabc\r\n0\r\n\r\n'],
    ['a size beyond all numbers', `${'f'.repeat(40)}\r\nabc\r\n0\r\n\r\n`],
  ])('chunks that are malformed are no body: %s (S5)', async (_what, chunks) => {
    const { server, bodies } = await watched(kit);
    const answer = await exchange(
      server,
      `POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n${CLOSE}${chunks}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodies).toEqual([]);
    expect((await ask(server, { path: '/next' })).body).toBe('/next');
  });

  test.each<[string, string, RegExp]>([
    [
      'OPTIONS * is for the server as a whole',
      `OPTIONS * HTTP/1.1\r\nHost: h\r\n${CLOSE}`,
      /^HTTP\/1\.1 200 .*\r\n\r\n\/\*$/s,
    ],
    [
      'an absolute target takes precedence over the Host',
      `GET http://other/page HTTP/1.1\r\nHost: h\r\n${CLOSE}`,
      /\r\n\r\n\/page$/,
    ],
    ['HTTP/1.0 needs no Host', 'GET /old HTTP/1.0\r\n\r\n', /^HTTP\/1\.1 200 .*\r\n\r\n\/old$/s],
    [
      'an unsupported upgrade is a plain request',
      'GET /up HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n',
      /^HTTP\/1\.1 200 .*\r\n\r\n\/up$/s,
    ],
    ['a tunnel is not opened', 'CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n', /^$/],
    [
      'empty lines before a request are skipped',
      `\r\n\r\nGET /late HTTP/1.1\r\nHost: h\r\n${CLOSE}`,
      /\r\n\r\n\/late$/,
    ],
  ])('%s (S5)', async (_what, bytes, expected) => {
    const { server } = await watched(kit);
    expect(await exchange(server, bytes)).toMatch(expected);
    expect((await ask(server, { path: '/next' })).body).toBe('/next');
  });

  test.each<[string, string, string]>([
    ['/a?b', 'h:1', 'http://h:1/a?b'],
    ['/', 'h', 'http://h/'],
    ['http://other:2/a%20b?c', 'h', 'http://other:2/a%20b?c'],
    ['http://other', 'h', 'http://other/'],
    ['http://other?c', 'h', 'http://other/?c'],
    ['*', 'h', 'http://h/*'],
  ])('the target %s and the Host %s are the URL %s', async (target, host, url) => {
    const app = kit.app();
    app.pipe(kit.handler((request) => new TextResponse(request.url.href)));
    const method = target === '*' ? 'OPTIONS' : 'GET';
    const answer = await exchange(
      await serve(app),
      `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}`,
    );
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe(url);
  });

  test('two Hosts are rejected for a file too (S5)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'two-hosts-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'file.txt'), 'file');
    const server = await serve(kit.app({ server: { document_root: folder } }));
    const asking = (hosts: string) => exchange(server, `GET /file.txt HTTP/1.1\r\n${hosts}${CLOSE}`);
    expect(await asking('Host: a\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await asking('Host: a\r\nHost: a\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('requests that come in one packet get their responses in order (S5)', async () => {
    const { server } = await watched(kit);
    const one = (path: string, end = '\r\n') => `GET ${path} HTTP/1.1\r\nHost: h\r\n${end}`;
    const answer = await exchange(server, one('/1') + one('/2') + one('/3', CLOSE));
    expect(answer.match(/\/\d(?=HTTP|$)/g)).toEqual(['/1', '/2', '/3']);
  });
});

/** A server that says each path, and what its middleware has seen before the path "/next". */
async function watched<M>(kit: Kit<M>) {
  const seen: string[] = [];
  const bodies: string[] = [];
  const app = kit.app();
  app.pipe(
    kit.handler(async (request) => {
      if (request.path !== '/next') seen.push(request.path);
      const body = await request.text();
      if (body !== '') bodies.push(body);
      return new TextResponse(request.path);
    }),
  );
  return { server: await serve(app), seen, bodies };
}
