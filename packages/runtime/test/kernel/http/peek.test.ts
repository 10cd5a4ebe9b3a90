import { HttpResponse, PayloadTooLargeError, ServerRequest } from 'fw-runtime';
import { Application } from 'fw-runtime/b';
import { describe, expect, onTestFinished, test } from 'vitest';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const post = (body: RequestInit['body'] = 'a=1&b=2'): ServerRequest =>
  new ServerRequest('/', { method: 'POST', body, headers: FORM, duplex: 'half' } as RequestInit);
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const READS: readonly (readonly [string, (request: ServerRequest) => Promise<string>])[] = [
  ['text()', (request) => request.text()],
  ['bytes()', async (request) => text(await request.bytes())],
  ['body', (request) => new Response(request.body).text()],
  ['toWeb()', (request) => request.toWeb().text()],
  ['toWeb() of a changed copy', (request) => request.withHeader('X-One', '1').toWeb().text()],
  ['peek()', async (request) => text(await request.peek())],
];

describe('a body after a call of peek', () => {
  test.each(READS)('is read whole by %s', async (_, read) => {
    const request = post();

    expect(text(await request.withAttribute('a', 1).peek())).toBe('a=1&b=2');
    expect(request.bodyUsed).toBe(false);
    expect(await read(request)).toBe('a=1&b=2');
  });

  test('is a form still', async () => {
    const request = post();
    await request.peek();

    expect((await request.formData()).get('b')).toBe('2');
    await expect(request.text()).rejects.toThrow('has already been read');
    expect(request.bodyUsed).toBe(true);
  });

  test.each(READS)('that was read and peeked at again is read once more by %s', async (_, read) => {
    const request = post();
    await request.peek();
    await request.formData();

    expect(text(await request.peek())).toBe('a=1&b=2');
    expect(await read(request)).toBe('a=1&b=2');
  });

  test('may be empty, or absent', async () => {
    const [empty, none] = [post(''), new ServerRequest('/')];
    const head = new ServerRequest('/', { method: 'HEAD' });
    await Promise.all([empty.peek(), none.peek(), head.peek()]);

    expect([none.body, head.body]).toEqual([null, null]);
    expect(await none.toWeb().text()).toBe('');
    expect(await empty.text()).toBe('');
  });

  test('is as limited as before', async () => {
    const stream = new Blob(['123456']).stream();
    const request = post(stream);
    await request.peek();

    await expect(request.withBodyLimit(5).text()).rejects.toThrow(new PayloadTooLargeError(5));
    await expect(post('123456').withBodyLimit(5).peek()).rejects.toThrow(new PayloadTooLargeError(5));
  });

  test('cannot be peeked at after it is read', async () => {
    const request = post();
    await request.text();

    await expect(request.peek()).rejects.toThrow('has already been read');
  });

  test('that came through a socket is read as well', async () => {
    const app = new Application();
    app.pipe(async (request) => {
      const peeked = await request.peek();
      const read = request.path === '/web' ? await request.toWeb().text() : await request.text();
      return new HttpResponse(`${text(peeked)} ${read}`);
    });
    const server = await app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true });
    onTestFinished(() => server.close());

    for (const path of ['/', '/web']) {
      const response = await fetch(server.url + path, { method: 'POST', body: 'sent' });
      expect(await response.text()).toBe('sent sent');
    }
  });
});
