import { describe, expect, test } from 'vitest';

import type { RouteReport, SegmentReport } from '../../src/fw/inspect/report.ts';
import { samplePaths, sampleValues } from '../../src/fw/inspect/samples.ts';
import { nearMisses } from '../../src/fw/show/closeness.ts';

const id = (...restrictions: string[]): SegmentReport => [{ name: 'id', restrictions, rest: false }];

function route(
  name: string,
  form: readonly SegmentReport[],
  methods?: readonly string[],
  prefix = '',
): RouteReport {
  return {
    name,
    path: '',
    prefix,
    ...(methods !== undefined && { methods }),
    middleware: name,
    options: {},
    forms: [form],
    samples: [],
  };
}

describe('a route that nearly answers says why it does not', () => {
  const post = route('post', [['post'], id(String.raw`\d+`)], ['GET']);
  test.each([
    [post, 'POST', '/post/1', 'answers GET only'],
    [post, 'GET', '/post/abc', String.raw`takes {id} only where it matches \d+, which "abc" does not`],
    [post, 'GET', '/Post/1', 'is written "post", not "Post": case counts'],
    [post, 'GET', '/posts/1', 'has "post" where "posts" is'],
    [post, 'GET', '/post/1/', 'has no "/" at its end'],
    [post, 'GET', '/post/1/edit', 'ends before "/edit"'],
    [post, 'GET', '/post', 'needs "/{id}" behind it'],
    [route('any', [['x'], id()]), 'GET', '/x/', 'needs a value for {id}'],
    [route('blog', [[]], ['GET'], '/blog'), 'POST', '/blog', 'answers GET only'],
  ])('%#', (near, method, path, reason) => {
    expect(nearMisses([near], method, path)).toEqual([{ route: near, reason }]);
  });

  test('also when another is more specific', () => {
    const fresh = route('new', [['post'], ['new']]);
    const any = route('any', [['post'], id()]);
    expect(nearMisses([fresh, any], 'GET', '/post/new', fresh)).toEqual([
      { route: any, reason: 'matches too, but is less specific than "new" or comes after it' },
    ]);
  });

  test('and a route that has nothing in common is not told of', () => {
    expect(nearMisses([route('about', [['about']])], 'GET', '/post/1')).toEqual([]);
  });

  test('the closest comes first', () => {
    const routes = [route('posts', [['posts']]), route('edit', [['post'], id(), ['edit']]), post];
    expect(nearMisses(routes, 'PUT', '/post/1').map((miss) => miss.route.name)).toEqual([
      'post',
      'edit',
      'posts',
    ]);
  });
});

describe('a value for a placeholder is found', () => {
  test.each([
    String.raw`\d+`,
    String.raw`\d{4}`,
    '[a-z]{2}',
    'draft|live',
    '[0-9a-f-]{36}',
    '[A-Z]{3}',
    '.*',
  ])('for %s', (source) => {
    const [value = ''] = sampleValues({ name: 'x', restrictions: [source], rest: false }, 1);
    expect(value).toMatch(new RegExp(`^(?:${source})$`));
  });

  test('and a path is none without it', () => {
    expect(samplePaths([['x'], id('§§§')], 3)).toEqual([]);
    expect(samplePaths([['x'], id(String.raw`\d+`)], 2)).toEqual(['/x/1', '/x/42']);
  });
});
