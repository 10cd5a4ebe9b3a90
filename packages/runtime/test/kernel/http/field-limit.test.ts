import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpError, JsonResponse, PayloadTooLargeError, ServerRequest } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';

function fields(count: number): string {
  return Array.from({ length: count }, (_, index) => `f${index}=x`).join('&');
}

function parts(count: number, boundary: string): string {
  return `${`--${boundary}\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n`.repeat(count)}--${boundary}--\r\n`;
}

function post(type: string, body: string): ServerRequest {
  return new ServerRequest('/', { method: 'POST', body, headers: { 'Content-Type': type } });
}

describe('a form', () => {
  test.each([
    ['that is URL-encoded', URL_ENCODED, fields],
    ['with files', 'multipart/form-data; boundary=a', (count: number) => parts(count, 'a')],
    [
      'with a quoted boundary',
      'multipart/form-data; boundary="a b"; charset=utf-8',
      (count: number) => parts(count, 'a b'),
    ],
  ])('%s has 1,000 fields at most', async (_name, type, body) => {
    expect([...(await post(type, body(1000)).formData())]).toHaveLength(1000);
    await expect(post(type, body(1001)).formData()).rejects.toThrow(
      new PayloadTooLargeError(1000, {}, 'The form has more fields than the limit of 1000.'),
    );
  });

  test('of 300,000 fields is rejected before it is parsed (defect 3)', async () => {
    const append = vi.spyOn(FormData.prototype, 'append');
    onTestFinished(() => append.mockRestore());
    await expect(post(URL_ENCODED, 'a=&'.repeat(300_000)).formData()).rejects.toMatchObject({ status: 413 });
    expect(append).not.toHaveBeenCalled();
    await post(URL_ENCODED, 'a=').formData();
    expect(append).toHaveBeenCalledOnce();
  });

  test.each([
    ['a&b&c', 200],
    ['a&&', 200],
    ['a&b&c&', 413],
    ['&&&', 413],
  ])('%j has as many fields as "&" separates, empty ones included', async (body, status) => {
    const limited = post(URL_ENCODED, body);
    limited.source.receiver = { fieldLimit: 3 } as NonNullable<typeof limited.source.receiver>;
    const read = limited.formData().then(
      () => 200,
      (error: HttpError) => error.status,
    );
    expect(await read).toBe(status);
  });

  test('with a boundary longer than RFC 2046 allows is rejected as quickly as with a short one', async () => {
    const body = '-'.repeat(60_000);
    const timeOf = async (length: number): Promise<number> => {
      const start = process.cpuUsage();
      const type = `multipart/form-data; boundary=${'-'.repeat(length)}x`;
      await expect(post(type, body).formData()).rejects.toMatchObject({ status: 400 });
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    await timeOf(69);
    expect(await timeOf(8000)).toBeLessThan(20 * (await timeOf(69)));
  });

  test('whose files contain text like a boundary has its own fields', async () => {
    const file = '--b\r\n\r\n--'.repeat(2000);
    const type = 'multipart/form-data; boundary=abc';
    const body = `--abc\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${file}\r\n--abc--\r\n`;
    expect([...(await post(type, body).formData()).keys()]).toEqual(['f']);
  });
});

describe('a query string', () => {
  test('has 1,000 fields at most', () => {
    expect(new ServerRequest(`/?${fields(1000)}`).query.size).toBe(1000);
    const request = new ServerRequest(`/?${fields(1001)}`);
    const error = new HttpError(400, 'The query string has more fields than the limit of 1000.');
    expect(() => request.query).toThrow(error);
    expect(() => request.query).toThrow(error);
    expect(request.queryString).toBe(fields(1001));
  });
});

inBothVariants((kit) => {
  test('server.field_limit of the application that receives a request applies', async () => {
    const app = kit.routed({ server: { field_limit: 3 } });
    app.get(
      '/',
      kit.handler((request) => new JsonResponse(request.query.size)),
    );
    app.post(
      '/',
      kit.handler(async (request) => new JsonResponse([...(await request.formData())].length)),
    );
    const statusOf = async (count: number): Promise<number[]> => {
      const form = { method: 'POST', body: fields(count), headers: { 'Content-Type': URL_ENCODED } };
      const responses = [await app.request(`/?${fields(count)}`), await app.request('/', form)];
      return responses.map(({ status }) => status);
    };

    expect([await statusOf(3), await statusOf(4)]).toEqual([
      [200, 200],
      [400, 413],
    ]);
  });
});
