import { expect, test } from 'vitest';
import { checkProgram } from './program.ts';

const beginning = `
  import { route } from 'fw-runtime/b';
  import { contract, resource } from 'fw-runtime/contract';
  import { z } from 'zod';
  const Tag = z.object({ slug: z.string(), state: z.enum(['open', 'closed']) });
  const Tags = z.object({ tags: z.array(Tag) });
  class Articles {
    static readonly inject = [] as const;
    async tags() { return [{ slug: 'a', state: 'open' as const }]; }
  }
  const one = contract({ responses: { 200: Tag } });
  const several = contract({ responses: { 200: Tag, 201: Tag } });
  const show = contract({ params: z.object({ slug: z.string() }), responses: { 200: Tag } })
    .handle(({ params }) => ({ slug: params.slug, state: 'open' }));
`;

/** Lines that don't compile, and the reason that an editor shows. */
const wrong: readonly (readonly [line: string, reason: RegExp])[] = [
  // A wrong body.
  [
    'contract({ responses: { 200: Tags } }).handle([Articles], async (_, articles) => ({ tag: await articles.tags() }));',
    /^Type '\{ tag: .* is not assignable to type 'HandlerResult</,
  ],
  // A wrong literal.
  ["one.handle([Articles], async () => ({ slug: 'a', state: 'opn' }));", /Did you mean '"open"'\?$/],
  // A reply with an unknown status.
  [
    "several.handle(async ({ reply }) => reply(202, { slug: 'a', state: 'open' }));",
    /^Argument of type '202' is not assignable to parameter of type '200 \| 201'\.$/,
  ],
  // Plain data, and several statuses of success.
  [
    "several.handle(async () => ({ slug: 'a', state: 'open' }));",
    /^Type '\{ slug: .* is not assignable to type 'HandlerResult</,
  ],
  // A reply with a wrong body.
  [
    "contract({ responses: { 200: Tag, 201: Tags } }).handle(({ reply }) => reply(201, { slug: 'a', state: 'open' }));",
    /'slug' does not exist in type '\{ tags: /,
  ],
  // An unknown method of a service.
  [
    'contract({ responses: { 200: Tags } }).handle([Articles], async (_, articles) => ({ tags: await articles.tgs() }));',
    /Did you mean 'tags'\?$/,
  ],
  // A parameter that the path lacks.
  [
    "route('GET', '/tags/{slugg}', show);",
    /^Property 'slug' is missing in type '\{ slugg: string; \}' but required/,
  ],
  // A forgotten return.
  ['one.handle([Articles], async () => {});', /^Type 'void' is not assignable/],
  // A forgotten await.
  [
    'contract({ responses: { 200: Tags } }).handle([Articles], (_, articles) => ({ tags: articles.tags() }));',
    /^Type 'Promise<.* is missing the following properties/,
  ],
  // A service that the list lacks.
  [
    'contract({ responses: { 200: Tags } }).handle([Articles], async (_, articles, clock) => ({ tags: await articles.tags() }));',
    /Expected 3 or more, but got 2\.$/,
  ],
  // A part of the input that the contract lacks.
  [
    'contract({ responses: { 200: Tags } }).handle([Articles], async ({ query }, articles) => ({ tags: await articles.tags() }));',
    /^Property 'query' does not exist/,
  ],
  // A reply with an extra property.
  [
    "several.handle(async ({ reply }) => reply(201, { slug: 'a', state: 'open', password: 'x' }));",
    /^Object literal may only specify known properties, and 'password'/,
  ],
  // In a resource: a misspelt parameter, a schema for a parameter that the path lacks, and no handler.
  [
    "resource('/tags', { name: 'tags' }, ({ get }) => ({ show: get('/{slug}', { responses: { 200: Tag } }).handle(({ params }) => ({ slug: params.slugg, state: 'open' })) }));",
    /Did you mean 'slug'\?$/,
  ],
  [
    "resource('/tags', { name: 'tags' }, ({ get }) => ({ show: get('/{slug}', { params: z.object({ slugg: z.string() }), responses: { 200: Tag } }).handle(() => ({ slug: 'a', state: 'open' })) }));",
    /The path \\"\/tags\/\{slug\}\\" has no parameter \{slugg\}"/,
  ],
  [
    "resource('/tags', { name: 'tags' }, ({ get }) => ({ show: get('/{slug}', { responses: { 200: Tag } }) }));",
    /from type 'HandledRoute': method, path, handler$/,
  ],
];

test.each(wrong)('%s does not compile', (line, reason) => {
  const { reasons } = checkProgram(`${beginning}${line}`);
  expect(reasons).toEqual([expect.stringMatching(reason)]);
});
