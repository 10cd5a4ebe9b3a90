import { describe, expect, test } from 'vitest';
import { InvalidArgumentError, PayloadTooLargeError, ServerRequest } from '../../../src/index.ts';

/** @param pieces of a body without a Content-Length */
function post(...pieces: readonly string[]): ServerRequest {
  const body = new Blob([...pieces]).stream();
  return new ServerRequest('/', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

describe('withBodyLimit', () => {
  test.for(['text', 'bytes', 'json'] as const)('makes %s() of a longer body fail', async (read) => {
    await expect(post('"12345"').withBodyLimit(6)[read]()).rejects.toThrow(new PayloadTooLargeError(6));
    await expect(post('"12345"').withBodyLimit(7)[read]()).resolves.toBeDefined();
  });

  test('applies to a stream that was opened before, and to copies created before and after', async () => {
    const request = post('123456');
    const { body } = request;
    request.withAttribute('a', 1).withBodyLimit(5);
    await expect(new Response(body).text()).rejects.toThrow(new PayloadTooLargeError(5));
  });

  test('never raises the limit', async () => {
    const request = post('123456').withBodyLimit(5).withBodyLimit(100);
    await expect(request.text()).rejects.toThrow(new PayloadTooLargeError(5));
    const large = post('x'.repeat(1_048_577)).withBodyLimit(10_000_000);
    await expect(large.text()).rejects.toThrow(new PayloadTooLargeError(1_048_576));
  });

  test('fails at once when the Content-Length is larger', () => {
    const sized = (length: string) =>
      new ServerRequest('/', { method: 'POST', body: 'x', headers: { 'Content-Length': length } });
    expect(() => sized('6').withBodyLimit(5)).toThrow(new PayloadTooLargeError(5));
    expect(sized('5').withBodyLimit(5).bodyUsed).toBe(false);
  });

  test('of 0 allows an empty body', async () => {
    expect(await new ServerRequest('/').withBodyLimit(0).text()).toBe('');
    await expect(post('x').withBodyLimit(0).text()).rejects.toThrow(PayloadTooLargeError);
  });

  test.for([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '10', undefined])('rejects %j', (bytes) => {
    expect(() => post('x').withBodyLimit(bytes as number)).toThrow(
      new InvalidArgumentError('bytes', 'an integer from 0', bytes),
    );
  });
});
