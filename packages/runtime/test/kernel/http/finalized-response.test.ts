import { describe, expect, test } from 'vitest';
import { HttpResponse } from '../../../src/index.ts';
import { finalize, toWebResponse } from '../../../src/kernel/http/response-body.ts';

const stream = (): ReadableStream | null => new Response('abc').body;

describe('the response that a client receives', () => {
  test('has the true Content-Length, whatever was set', () => {
    const response = new HttpResponse('é', 200, { 'content-length': '99' });
    const { headers, content } = finalize(response, 'GET');
    expect(headers.get('Content-Length')).toBe('2');
    expect(headers.lines.filter((line) => line.toLowerCase() === 'content-length')).toHaveLength(1);
    expect(content).toBe('é');
    expect(response.header('content-length')).toBe('99');
  });

  test('has the length 0 when it is empty', () => {
    expect(finalize(new HttpResponse(), 'GET').headers.get('content-length')).toBe('0');
  });

  test('has no length when it is a stream, unless it was set', () => {
    expect(finalize(new HttpResponse(stream()), 'GET').headers.get('content-length')).toBeUndefined();
    const told = new HttpResponse(stream(), 200, { 'Content-Length': '3' });
    expect(finalize(told, 'GET').headers.get('content-length')).toBe('3');
  });

  test('to HEAD has the length of the GET body and no body (R8)', () => {
    const { headers, content } = finalize(new HttpResponse('é'), 'HEAD');
    expect(headers.get('content-length')).toBe('2');
    expect(content).toBeNull();
  });

  test('to HEAD keeps a length that was set without a body', () => {
    const { headers, content } = finalize(new HttpResponse(null, 200, { 'Content-Length': '42' }), 'HEAD');
    expect(headers.get('content-length')).toBe('42');
    expect(content).toBeNull();
  });

  test.for([
    [204, undefined],
    [205, '0'],
  ] as const)('with %i has no body, and the length %s', ([status, length]) => {
    const { headers, content } = finalize(new HttpResponse('abc', status, { 'Content-Length': '3' }), 'GET');
    expect(headers.get('content-length')).toBe(length);
    expect(content).toBeNull();
  });

  test('with 304 has no body, and keeps a length that was set', () => {
    const { headers, content } = finalize(new HttpResponse('abc', 304, { 'Content-Length': '9' }), 'GET');
    expect(headers.get('content-length')).toBe('9');
    expect(content).toBeNull();
    expect(finalize(new HttpResponse('abc', 304), 'GET').headers.get('content-length')).toBeUndefined();
  });

  test.for([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ] as const)('to %s with %i cancels a stream that will not be read', ([method, status]) => {
    let cancelled = false;
    const unread = new ReadableStream({
      cancel() {
        cancelled = true;
      },
    });
    expect(finalize(new HttpResponse(unread, status), method).content).toBeNull();
    expect(cancelled).toBe(true);
  });

  test('can be any status as a Web response', () => {
    for (const status of [200, 204, 205, 304, 404, 500, 599]) {
      const web = toWebResponse(finalize(new HttpResponse('abc', status), 'GET'));
      expect(web.status).toBe(status);
    }
  });
});
