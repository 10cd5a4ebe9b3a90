import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HttpResponse, TextResponse } from 'fw-runtime';
import { toNodeHandler } from 'fw-runtime/node';
import { type RecordSummary, requestLogOf } from '../../src/recorder/request-log.ts';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { deferred } from '../../../runtime/test/support/deferred.ts';
import { listenOn } from '../../../runtime/test/server/node/connect/listen.ts';
import { serve } from '../../../runtime/test/support/serve.ts';
import { askAsDeveloper as ask, developerHeader } from '../support/developer.ts';
import { recordFor, serveRecorded } from './serve-captured.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

inBothVariants((kit) => {
  const posted = async (type: string, body: string, reads = true) => {
    const app = kit.app({ debug: true });
    app.pipe(
      kit.handler(async (request) => new TextResponse(reads ? String((await request.bytes()).length) : 'no')),
    );
    const headers = { 'Content-Type': type };
    return (await serveRecorded(app, { method: 'POST', headers, body })).record.request;
  };

  test.each([
    ['text/plain; charset=utf-8', 'a text', 'a text'],
    ['application/json', '{ "a": [1] }', '{ "a": [1] }'],
    ['application/problem+json', '{"token":"x","a":1}', '{"token":"***","a":1}'],
    ['application/x-www-form-urlencoded', 'a=1&secret=b+c', 'a=1&secret=***'],
    ['application/json', '{ no JSON', undefined],
    ['application/octet-stream', 'bytes', undefined],
    ['text/plain', 'x'.repeat(65_537), undefined],
  ])(
    'the size of a body as %s is recorded, and its text if it is printable (%#)',
    async (type, body, text) => {
      const { size, text: shown } = await posted(type, body);
      expect({ size, shown }).toEqual({ size: body.length, shown: text });
    },
  );

  test('only the size of an unread body is recorded', async () => {
    expect(await posted('text/plain', 'not read', false)).toMatchObject({ size: 8 });
    expect(await posted('text/plain', 'not read', false)).not.toHaveProperty('text');
  });

  const answered = async (type: string, body: HttpResponse['content'], headers = {}) => {
    const app = kit.app({ debug: true });
    app.pipe(kit.handler(() => new HttpResponse(body, 200, { 'Content-Type': type, ...headers })));
    return (await serveRecorded(app, {})).record.response?.text;
  };

  test.each([
    ['application/json; charset=utf-8', '{"user":"ada","token":"abcdefgh"}', '{"user":"ada","token":"***"}'],
    ['application/problem+json', '{"errors":[{"pointer":"/title"}]}', '{"errors":[{"pointer":"/title"}]}'],
    ['text/plain', 'at postgres://ada:lovelace@db', 'at postgres://***@db'],
    [
      'text/html; charset=utf-8',
      '<p>abcdefgh<input type=hidden name="_csrf" value="abc"><input name="title" value="x">',
      '<p>abcdefgh<input type=hidden name="_csrf" value="***"><input name="title" value="x">',
    ],
    ['text/html', `<meta content=abc name='csrf-token'>`, `<meta content="***" name='csrf-token'>`],
    ['application/json', `{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, undefined],
    ['application/json', '{"malformed', undefined],
    ['image/svg+xml', '<svg/>', undefined],
    ['text/plain', 'x'.repeat(65_537), undefined],
    ['text/plain', new Uint8Array([0xff, 0xfe]), undefined],
    ['text/plain', new TextEncoder().encode('bytes'), 'bytes'],
    ['text/plain', new Response('a stream').body, undefined],
  ])('the body of a response as %s is recorded up to 64 KB, masked (%#)', async (type, body, text) => {
    expect(await answered(type, body)).toBe(text);
  });

  test('a compressed body is not recorded', async () => {
    expect(await answered('text/plain', 'bytes', { 'Content-Encoding': 'br' })).toBe(undefined);
  });

  test('deep JSON does not prevent a record', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.handler(async (request) => new TextResponse(typeof (await request.text()))));
    const headers = { 'Content-Type': 'application/json' };
    const body = `${'{"token":"abcdefgh","a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const { record } = await serveRecorded(app, { method: 'POST', path: '/deep', headers, body });

    expect(record).toMatchObject({ url: '/deep', status: 200, errors: [] });
    expect(JSON.stringify(record)).not.toContain('abcdefgh');
  });

  test('a static file has a record without middleware', async () => {
    const root = await mkdtemp(join(tmpdir(), 'fw-records-'));
    onTestFinished(() => rm(root, { recursive: true }));
    await writeFile(join(root, 'style.css'), 'body {}');
    const app = kit.app({ debug: true, server: { document_root: root } });
    const { record, answer, server, recorder } = await serveRecorded(app, { path: '/style.css' });
    expect(record).toMatchObject({ url: '/style.css', status: 200, layers: [], response: { size: 7 } });
    expect(record).not.toHaveProperty('answeredBy');

    const headers = { 'If-None-Match': String(answer.headers.etag) };
    const again = await ask(server, { path: '/style.css', headers });
    expect(again.status).toBe(304);
    expect(recordFor(again, recorder)).toMatchObject({ status: 304, layers: [] });
  });

  test('a response to HEAD and a stream link to their records too', async () => {
    const app = kit.routed({ debug: true });
    app.get('/', kit.answer('here'));
    app.get(
      '/stream',
      kit.handler(() => new HttpResponse(new Blob(['streamed']).stream())),
    );
    const { record, server, recorder } = await serveRecorded(app, { method: 'HEAD' });
    expect(record).toMatchObject({ method: 'HEAD', status: 200 });
    expect(record.response).not.toHaveProperty('size');

    const streamed = await ask(server, { path: '/stream' });
    expect(streamed.body).toBe('streamed');
    expect(recordFor(streamed, recorder)).toMatchObject({ status: 200, answeredBy: 2 });
  });

  test('a client that disconnects before the response is recorded as such', async () => {
    const held = deferred();
    const app = kit.app({ debug: true });
    app.pipe(kit.handler(() => held.promise.then(() => new TextResponse('too late'))));
    const { port } = await serve(app);
    const told: string[] = [];
    const gone = deferred();
    const done = deferred();
    requestLogOf(app).subscribe(({ outcome }: RecordSummary) => {
      told.push(outcome);
      if (told.length === 1) client.destroy();
      if (told.length === 2) gone.resolve();
      if (told.length === 3) done.resolve();
    });
    const client = httpRequest({ port, host: '127.0.0.1', headers: developerHeader() }).once(
      'error',
      () => {},
    );
    client.end();
    await gone.promise;
    held.resolve();
    await done.promise;

    expect(told).toEqual(['pending', 'aborted', 'aborted']);
    const record = requestLogOf(app).get(requestLogOf(app).list()[0]?.id ?? '');
    expect(record?.layers).toMatchObject([{ left: expect.any(Number) }]);
    expect(record).not.toHaveProperty('status');
  });

  test('on a server with other handlers, only responses of the application are recorded', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.guard(({ path }) => path === '/ours', 'ours'));
    const handle = toNodeHandler(app as never);
    const server = await listenOn(
      createServer((incoming, outgoing) => handle(incoming, outgoing, () => outgoing.end('theirs'))),
    );
    const [ours, theirs] = [await ask(server, { path: '/ours' }), await ask(server, { path: '/theirs' })];

    expect([ours.body, theirs.body]).toEqual(['ours', 'theirs']);
    expect(recordFor(ours, requestLogOf(app))).toMatchObject({ url: '/ours' });
    expect(theirs.headers).not.toHaveProperty('x-fw-trace');
    expect(requestLogOf(app).list()).toHaveLength(1);
  });
});
