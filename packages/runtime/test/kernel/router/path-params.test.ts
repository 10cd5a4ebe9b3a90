import { expect, expectTypeOf, test } from 'vitest';
import type { PathParams } from '../../../src/index.ts';
import { parsePattern } from '../../../src/kernel/router/path-pattern.ts';

/** An object of the type of a path's parameters, so that type and parser are compared for the same path. */
type Params<Path extends string> = PathParams<Path>;

/** The type of a path without placeholders. */
type NoParams = Record<never, string>;

test('a path without placeholders has no parameters', () => {
  expectTypeOf<Params<'/'>>().toEqualTypeOf<NoParams>();
  expectTypeOf<keyof Params<'/a/b'>>().toBeNever();
  expectTypeOf<keyof Params<'/a[/b]'>>().toBeNever();
  expect(parsePattern('/a[/b]').placeholders).toEqual([]);
});

test('placeholders are strings', () => {
  expectTypeOf<Params<'/{id}'>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<Params<'/{a}/x/{b}'>>().toEqualTypeOf<{ a: string; b: string }>();
  expectTypeOf<Params<'/{name}.{ext}'>>().toEqualTypeOf<{ name: string; ext: string }>();
  expectTypeOf<Params<'/{rest:.*}'>>().toEqualTypeOf<{ rest: string }>();
  expect(parsePattern('/{name}.{ext}').placeholders).toHaveLength(2);
});

test('names may have hyphens, and blanks around them mean nothing', () => {
  expectTypeOf<Params<'/{post-id}/{_a-1:\\d+}'>>().toEqualTypeOf<{ 'post-id': string; '_a-1': string }>();
  expectTypeOf<Params<'/{ id }/{ n : \\d{1,2} }[/{\tlang }]'>>().toEqualTypeOf<{
    id: string;
    n: string;
    lang?: string;
  }>();
  const names = (path: string): string[] => parsePattern(path).placeholders.map(({ name }) => name);
  expect(names('/{post-id}/{_a-1:\\d+}')).toEqual(['post-id', '_a-1']);
  expect(names('/{ id }/{ n : \\d{1,2} }[/{\tlang }]')).toEqual(['id', 'n', 'lang']);
});

test('constraints are no part of the name, whatever braces and brackets they hold', () => {
  expectTypeOf<Params<'/{id:\\d+}'>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<Params<'/{y:\\d{4}}-{m:\\d{1,2}}.html'>>().toEqualTypeOf<{ y: string; m: string }>();
  expectTypeOf<Params<'/{d:\\d{4}-\\d{2}-\\d{2}}/{x}'>>().toEqualTypeOf<{ d: string; x: string }>();
  expectTypeOf<Params<'/{d:(?:a{2}b){3}}'>>().toEqualTypeOf<{ d: string }>();
  expectTypeOf<Params<'/{slug:[a-z]+}/{b}'>>().toEqualTypeOf<{ slug: string; b: string }>();
  expectTypeOf<Params<'/{t:a:b}'>>().toEqualTypeOf<{ t: string }>();
  expect(parsePattern('/{d:(?:a{2}b){3}}').placeholders).toHaveLength(1);
});

test('a placeholder in an optional part is optional', () => {
  expectTypeOf<Params<'/page/{id:\\d{4}}[/{lang}]'>>().toEqualTypeOf<{ id: string; lang?: string }>();
  expectTypeOf<Params<'/page[/{n}[/{lang}]]'>>().toEqualTypeOf<{ n?: string; lang?: string }>();
  expectTypeOf<Params<'/{slug:[a-z]+}[/{page:[0-9]{1,3}}]'>>().toEqualTypeOf<{
    slug: string;
    page?: string;
  }>();
  expectTypeOf<Params<'/f[/{rest:.*}]'>>().toEqualTypeOf<{ rest?: string }>();
  const optional = parsePattern('/{slug:[a-z]+}[/{page:[0-9]{1,3}}]').placeholders.map((one) => one.optional);
  expect(optional).toEqual([false, true]);
});

test('a path that is not a literal has any parameters', () => {
  expectTypeOf<Params<string>>().toEqualTypeOf<Record<string, string>>();
  expect(parsePattern('/{any}').placeholders).toHaveLength(1);
});

test('a parameter that the path lacks does not compile', () => {
  const params: Params<'/post/{id}'> = { id: '1' };
  // @ts-expect-error the path has {id} only
  expect(params.nope).toBeUndefined();
  // @ts-expect-error {id} is required
  const empty: Params<'/post/{id}'> = {};
  expect(empty).toEqual({});
});
