import { defaultHeaders, HttpResponse, TextResponse } from 'fw-runtime';
import { expect, test } from 'vitest';

test('default headers are those that a response does not have yet', async () => {
  const finish = defaultHeaders({ 'X-One': '1', 'x-two': '2', 'Set-Cookie': ['a=1', 'b=2'] });
  const response = finish(new HttpResponse('body', 201, { 'X-Two': 'own' }).withStatus(201, 'Made'));

  expect([...response.headers]).toEqual([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x-one', '1'],
    ['x-two', 'own'],
  ]);
  expect([response.status, response.statusText, await response.toWeb().text()]).toEqual([
    201,
    'Made',
    'body',
  ]);
  expect(finish(new TextResponse('')).header('x-two')).toBe('2');
});

test('a malformed default is an error at once', () => {
  expect(() => defaultHeaders({ 'X-One': 'a\r\nb' })).toThrow('value of the header X-One');
});
