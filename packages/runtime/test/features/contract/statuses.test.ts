import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type Schema } from '../../../src/features/contract/index.ts';
import { type HttpResponse, JsonResponse, type ServerRequest } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';

const title = z.object({ title: z.string() });
const file = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nHi\r\n';

inBothVariants((kit) => {
  const ran: string[] = [];
  const app = kit.routed({ log: () => {} });
  const handle = ({
    body,
    request,
  }: {
    readonly body: unknown;
    readonly request: ServerRequest;
  }): HttpResponse => {
    ran.push(`${request.method} ${request.path}`);
    return new JsonResponse({ body });
  };
  app.any('/posts', kit.shared(contract({ body: title }).handle(handle)));
  app.any('/maybe', kit.shared(contract({ body: title.optional() }).handle(handle)));
  app.any('/text', kit.shared(contract({ body: { 'text/csv': z.string().min(1) } }).handle(handle)));
  const ask = async (
    path: string,
    type: string | undefined,
    body: string | null,
    method = 'POST',
  ): Promise<{ status: number; body: string }> => {
    const headers = type === undefined ? {} : { 'Content-Type': type };
    const data = body === null ? null : new TextEncoder().encode(body);
    const response = await app.request(path, { method, headers, body: data });
    return { status: response.status, body: await response.text() };
  };

  describe('a body is taken', () => {
    test.each([
      ['as JSON', 'application/json', '{"title":"Hi"}'],
      [
        'as JSON of any case, with parameters and tabs',
        'Application/JSON\t;\tCharset="utf-8"',
        '{"title":"Hi"}',
      ],
      ['as a type that is written in JSON', 'application/vnd.post+json', '{"title":"Hi"}'],
      ['as a form', 'application/x-www-form-urlencoded; charset=utf-8', 'title=Hi'],
      ['as a form with files', 'Multipart/Form-Data;\tboundary="x"', `${file}--x--\r\n`],
    ])('%s', async (_name, type, body) => {
      expect(await ask('/posts', type, body)).toEqual({ status: 200, body: '{"body":{"title":"Hi"}}' });
    });
  });

  describe('a request is rejected, and its handler never runs', () => {
    test.each([
      ['malformed JSON', 400, '/posts', 'application/json', '{"title":'],
      ['an empty body that is said to be JSON', 400, '/posts', 'application/json', ''],
      ['a form with files that was cut short', 400, '/posts', 'multipart/form-data; boundary=x', file],
      ['a form without its boundary', 400, '/posts', 'multipart/form-data', file],
      ['a type that is not taken', 415, '/posts', 'text/plain', '{"title":"Hi"}'],
      ['JSON where another type is named', 415, '/text', 'application/json', '{}'],
      ['a body without a type', 415, '/posts', undefined, '{"title":"Hi"}'],
      ['a malformed type', 415, '/posts', 'json', '{"title":"Hi"}'],
      ['several lines of Content-Type', 415, '/posts', 'application/json, text/plain', '{"title":"Hi"}'],
      ['lines of parameters', 415, '/posts', 'application/json; a=b, text/plain', '{"title":"Hi"}'],
      ['a body that does not fit', 422, '/posts', 'application/json', '{"title":7}'],
      ['no body, where the schema wants one', 422, '/posts', undefined, null],
      ['no text, where the schema wants some', 422, '/text', 'text/csv', ''],
    ])('%s', async (_name, status, path, type, body) => {
      ran.length = 0;
      const answer = await ask(path, type, body);

      expect({ status: answer.status, ran }).toEqual({ status, ran: [] });
      expect(JSON.parse(answer.body)).toMatchObject({ status, errors: [{ in: 'body' }] });
    });

    test('a body beyond the limit', async () => {
      const long = `{"title":"${'x'.repeat(1_100_000)}"}`;
      expect(await ask('/posts', 'application/json', long)).toMatchObject({ status: 413 });
    });
  });

  test('without a body the schema decides', async () => {
    expect(await ask('/maybe', undefined, null)).toEqual({ status: 200, body: '{}' });
  });

  test.each(['GET', 'HEAD'])('a %s has no body, whatever its headers', async (method) => {
    expect((await ask('/maybe', 'application/json', null, method)).status).toBe(200);
    expect((await ask('/posts', 'application/json', null, method)).status).toBe(422);
  });
});

inBothVariants((kit) => {
  // Written by hand, because zod leaves an unhandled rejection when an asynchronous check rejects.
  const failing = (validate: Schema['~standard']['validate']): Schema => ({
    '~standard': { version: 1, vendor: 'test', validate },
  });
  const rejects = failing(() => Promise.reject(new Error('out of order')));
  const throws = failing(() => {
    throw new Error('out of order');
  });

  test.each([
    ['that throws', throws],
    ['that rejects', rejects],
  ])('a schema %s is a 500 that is logged', async (_name, schema) => {
    const logged: unknown[] = [];
    const app = kit.routed({ log: (error) => logged.push(error) });
    const both = contract({ query: rejects, headers: schema });
    app.get('/', kit.shared(both.handle(() => new JsonResponse('never'))));

    expect([(await app.request('/')).status, logged]).toEqual([500, [new Error('out of order')]]);
  });

  test.each([undefined, null, 'text', 0])('a schema that throws %j is a 500', async (thrown) => {
    const app = kit.routed();
    const throwing = failing(() => {
      // oxlint-disable-next-line no-throw-literal, only-throw-error
      throw thrown;
    });
    app.post('/', kit.shared(contract({ body: throwing }).handle(() => new JsonResponse('never'))));
    const headers = { 'Content-Type': 'application/json' };

    expect((await app.request('/', { method: 'POST', body: '1', headers })).status).toBe(500);
  });

  test('the errors of an asynchronous schema are in the order of the parts', async () => {
    const app = kit.routed();
    const late = z.object({}).refine(() => Promise.resolve(false), 'late');
    const refused = contract({ query: late, headers: z.object({ 'x-a': z.string('missing') }) });
    app.get('/', kit.shared(refused.handle(() => new JsonResponse('never'))));
    const { errors } = (await (await app.request('/')).json()) as { errors: unknown };

    expect(errors).toEqual([
      { pointer: '', in: 'query', detail: 'late' },
      { pointer: '/x-a', in: 'header', detail: 'missing' },
    ]);
  });

  test('the output of an asynchronous schema reaches the handler', async () => {
    const app = kit.routed();
    const doubled = z.object({ n: z.string().transform(async (text) => Number(text) * 2) });
    app.get('/', kit.shared(contract({ query: doubled }).handle(({ query: { n } }) => new JsonResponse(n))));

    expect(await (await app.request('/?n=4')).json()).toBe(8);
  });
});
