import { describe, expect, test } from 'vitest';
import { FwError, HttpError, PayloadTooLargeError, ServerRequest } from '../../../src/index.ts';

type Body = string | Uint8Array<ArrayBuffer> | URLSearchParams | FormData | ReadableStream<Uint8Array>;

function post(body: Body, headers: Record<string, string> = {}): ServerRequest {
  const init = body instanceof ReadableStream ? { duplex: 'half' as const } : {};
  return new ServerRequest('/form', { method: 'POST', body, headers, ...init });
}

function streamOf(...chunks: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

describe('the body of a request', () => {
  test('is read as text', async () => {
    expect(await post('naïve 😀').text()).toBe('naïve 😀');
  });

  test('is read as JSON', async () => {
    expect(await post('{"a":[1,null]}').json()).toEqual({ a: [1, null] });
    expect(await post('\ufeff[1]').json()).toEqual([1]);
  });

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"[{":', '}'],
    ['both', '[{"\\"]":', '}]'],
    ['objects in the shortest form', '{"":', '}'],
    ['both in the shortest form', '[{"":', '}]'],
  ])('is JSON of 256 levels of %s at most', async (_name, open, close) => {
    const levels = (256 * 2) / (open.length === 1 || open.startsWith('{') ? 2 : 4);
    const deep = (count: number) => `${open.repeat(count)}1${close.repeat(count)}`;
    expect(await post(deep(levels)).json()).toBeDefined();
    await expect(post(deep(levels + 1)).json()).rejects.toThrow(
      new HttpError(400, 'The JSON of the request body is nested more than 256 levels deep.'),
    );
  });

  test('is JSON of 256 levels at most, an innermost {} included', async () => {
    const deep = (count: number) => `${'{"":'.repeat(count)}{}${'}'.repeat(count)}`;
    expect(await post(deep(255)).json()).toBeDefined();
    await expect(post(deep(256)).json()).rejects.toMatchObject({ status: 400 });
  });

  test('is JSON with any number of brackets beside each other, or in its strings', async () => {
    const flat = [...Array.from({ length: 2000 }, () => [{}]), '[{"'.repeat(2000), '\\'];
    expect(await post(JSON.stringify(flat)).json()).toEqual(flat);
  });

  test('is read as bytes', async () => {
    const bytes = await post(new Uint8Array([0, 255, 7])).bytes();
    expect(bytes).toBeInstanceOf(Uint8Array);
    expect([...bytes]).toEqual([0, 255, 7]);
  });

  test('is read as a stream, the same one each time', async () => {
    const request = post('abc');
    const { body } = request;
    expect(request.body).toBe(body);
    expect(request.withHeader('a', 'b').body).toBe(body);
    expect(await new Response(body).text()).toBe('abc');
    expect(request.bodyUsed).toBe(true);
  });

  test('is a form, urlencoded', async () => {
    const form = await post(new URLSearchParams({ a: '1 2', __proto__x: 'é' })).formData();
    expect(form.get('a')).toBe('1 2');
    expect(form.get('__proto__x')).toBe('é');
  });

  test('is a form with files', async () => {
    const sent = new FormData();
    sent.set('name', 'Ann');
    sent.set('file', new File(['content'], '../../etc/passwd', { type: 'text/plain' }));
    const form = await post(sent).formData();
    expect(form.get('name')).toBe('Ann');
    const file = form.get('file');
    expect(file).toBeInstanceOf(File);
    expect(await (file as File).text()).toBe('content');
  });

  test('is empty if there is no body', async () => {
    expect(new ServerRequest('/').body).toBeNull();
    expect(await new ServerRequest('/').text()).toBe('');
    expect(await new ServerRequest('/').bytes()).toHaveLength(0);
    expect(new ServerRequest('/').bodyUsed).toBe(false);
  });

  test.for(['', '{', '{"a":1}}', 'undefined'])('that is the malformed JSON %j is a 400', async (body) => {
    const error: unknown = await post(body)
      .json()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 400, message: 'The request body is not valid JSON.' });
    expect((error as HttpError).cause).toBeInstanceOf(SyntaxError);
  });

  test('that ends before its 257 brackets are closed is malformed, and not too deep', async () => {
    await expect(post('['.repeat(257)).json()).rejects.toThrow('The request body is not valid JSON.');
  });

  test.for([
    'application/json',
    'text/plain',
    'multipart/form-datax',
    'application/x-www-form-urlencoded2',
    '',
  ])('with the type %j is no form: 415', async (type) => {
    await expect(
      post(new TextEncoder().encode('a=1'), type ? { 'content-type': type } : {}).formData(),
    ).rejects.toMatchObject({
      status: 415,
    });
  });

  test.for([
    'application/x-www-form-urlencoded',
    'APPLICATION/X-WWW-FORM-URLENCODED',
    'application/x-www-form-urlencoded;charset=utf-8',
    'application/x-www-form-urlencoded ; charset=utf-8',
  ])('with the type %j is a form', async (type) => {
    const form = await post(new TextEncoder().encode('a=1'), { 'content-type': type }).formData();
    expect(form.get('a')).toBe('1');
  });

  test('that does not match its Content-Type is a 400', async () => {
    const type = 'multipart/form-data; boundary=x';
    await expect(post('no form', { 'content-type': type }).formData()).rejects.toMatchObject({ status: 400 });
    await expect(post('no form', { 'content-type': 'multipart/form-data' }).formData()).rejects.toMatchObject(
      {
        status: 400,
      },
    );
  });
});

describe('a body is read once (S3)', () => {
  test.for(['text', 'json', 'bytes'] as const)(
    'and a second read with %s is an error that names the cause',
    async (read) => {
      const request = post('1');
      await request.text();
      const error: unknown = await request[read]().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FwError);
      expect(error).toMatchObject({
        code: 'FW_BODY_USED',
        message:
          'The body of POST /form has already been read; read it once and store the value in a request attribute.',
      });
    },
  );

  test('by whichever copy', async () => {
    const request = post('1');
    const copy = request.withHeader('a', 'b').withPath('/x');
    await copy.text();
    expect(request.bodyUsed).toBe(true);
    await expect(request.text()).rejects.toMatchObject({ code: 'FW_BODY_USED' });
  });

  test('and two reads at the same time do not both succeed', async () => {
    const request = post('1');
    const results = await Promise.allSettled([request.text(), request.text()]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test('and after a form was read', async () => {
    const request = post(new URLSearchParams({ a: '1' }));
    await request.formData();
    await expect(request.formData()).rejects.toMatchObject({ code: 'FW_BODY_USED' });
  });

  test('and not while another reader has the stream', async () => {
    const request = post('abc');
    const reader = request.body?.getReader();
    expect(request.bodyUsed).toBe(true);
    await expect(request.text()).rejects.toMatchObject({ code: 'FW_BODY_USED' });
    await reader?.cancel();
  });

  test('and not after a part of the stream was read', async () => {
    const request = post(streamOf('ab', 'cd'));
    const reader = request.body?.getReader();
    await reader?.read();
    reader?.releaseLock();
    expect(request.bodyUsed).toBe(true);
    await expect(request.text()).rejects.toMatchObject({ code: 'FW_BODY_USED' });
  });

  test('and looking at a missing stream does not read it', async () => {
    const request = new ServerRequest('/');
    expect([request.body, request.bodyUsed]).toEqual([null, false]);
    expect(await request.text()).toBe('');
    expect(request.bodyUsed).toBe(true);
  });

  test.each([
    ['text', 'TextResponse(text)'],
    ['json', 'JsonResponse(value)'],
  ] as const)('and %s() with a value, which other frameworks send, names %s', (method, response) => {
    const request = post('1');
    expect(() => request[method]('sent' as never)).toThrow(response);
    expect(() => request[method]('sent' as never)).toThrow(`${method}(`);
  });

  test('and looking at the stream is no reading', async () => {
    const request = post('abc');
    expect(request.body).not.toBeNull();
    expect(request.bodyUsed).toBe(false);
    expect(await request.text()).toBe('abc');
  });

  test('and the stream of a body that was read is not simply empty', async () => {
    const request = post('abc');
    await request.text();
    await expect((async () => new Response(request.body).text())()).rejects.toThrow(
      /read|locked|disturbed|used/i,
    );
  });

  test('and reading the body of toWeb() is a read', async () => {
    const request = post('abc');
    expect(await request.toWeb().text()).toBe('abc');
    expect(request.bodyUsed).toBe(true);
    await expect(request.text()).rejects.toMatchObject({ code: 'FW_BODY_USED' });
  });
});

describe('a body is limited (S3)', () => {
  test('to 1 MiB by default', async () => {
    expect(await post('x'.repeat(1_048_576)).text()).toHaveLength(1_048_576);
    const error: unknown = await post('x'.repeat(1_048_577))
      .text()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PayloadTooLargeError);
    expect(error).toMatchObject({
      status: 413,
      limit: 1_048_576,
      message: 'The request body is larger than the limit of 1048576 bytes.',
    });
  });

  test('counting bytes, not characters', async () => {
    const request = post('éé');
    request.source.bodyLimit = 3;
    await expect(request.text()).rejects.toBeInstanceOf(PayloadTooLargeError);
  });

  test('with or without a Content-Length', async () => {
    const request = post(streamOf('ab', 'cd'));
    request.source.bodyLimit = 3;
    await expect(request.text()).rejects.toBeInstanceOf(PayloadTooLargeError);
    const told = post(streamOf('ab'), { 'content-length': '4' });
    told.source.bodyLimit = 3;
    await expect(told.text()).rejects.toBeInstanceOf(PayloadTooLargeError);
  });

  test.for(['json', 'bytes', 'formData'] as const)('for %s too', async (read) => {
    const request = post(streamOf('ab', 'cd'), { 'content-type': 'application/x-www-form-urlencoded' });
    request.source.bodyLimit = 3;
    await expect(request[read]()).rejects.toBeInstanceOf(PayloadTooLargeError);
  });

  test('for the stream too, which stops reading', async () => {
    let asked = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        asked++;
        controller.enqueue(new Uint8Array(10));
      },
    });
    const request = post(endless);
    request.source.bodyLimit = 25;
    await expect(new Response(request.body).text()).rejects.toBeInstanceOf(PayloadTooLargeError);
    expect(asked).toBeLessThan(6);
  });

  test('to exactly the limit', async () => {
    const request = post(streamOf('ab', 'cd'));
    request.source.bodyLimit = 4;
    expect(await request.text()).toBe('abcd');
  });
});
