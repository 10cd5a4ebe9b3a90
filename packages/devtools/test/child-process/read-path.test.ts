import { expect, test } from 'vitest';
import { readPath } from '../../src/child-process/read-path.ts';

test('a path is described by its placeholders, with a path that it matches', () => {
  const request = { path: '/post/{id}[/{page}]', tokens: { id: String.raw`\d+` }, sent: '/post/x' };

  expect(readPath(request)).toEqual({
    placeholders: [
      { name: 'id', restrictions: [String.raw`\d+`], optional: false, rest: false },
      { name: 'page', restrictions: [], optional: true, rest: false },
    ],
    sample: { path: '/post/1/1', params: { id: '1', page: '1' } },
    matches: false,
  });
  expect(readPath({ ...request, sent: '/post/42' })).toMatchObject({ matches: true });
});

test('an invalid path is described by the reason', () => {
  expect(readPath({ path: '/post/{id' })).toEqual({
    error: expect.stringContaining('the placeholder {id is not closed'),
  });
});
