import { describe, expect, test } from 'vitest';
import { checkProgram } from './program.ts';

/** A file of a project with a contract for `/{blog}/posts`. */
const site = (variant: string, text: string): string => String.raw`
  import { Application, defineConfig, inject, JsonResponse, type HttpResponse, type ServerRequest } from 'fw-runtime/${variant}';
  import { contract, Problem } from 'fw-runtime/contract';
  import { z } from 'zod';
  const Post = z.object({ id: z.int(), title: z.string() });
  const /*?*/ create = contract({
    params: z.object({ blog: z.string(), lang: z.string().optional() }),
    query: z.object({ page: z.coerce.number() }),
    body: z.object({ title: z.string().transform((text) => text.length) }),
    responses: { 201: Post, 204: null, 404: Problem, default: Problem },
    summary: 'Adds a post',
  });
  const /*?*/ made = create.handle(({ /*?*/ params, /*?*/ query, /*?*/ request, reply }) => reply(201, { id: 1, title: 'x' }));
  class Show {
    static readonly contract = create;
    process(request: ServerRequest): HttpResponse {
      const { /*?*/ body } = request.input(create);
      return new JsonResponse(body.title);
    }
  }
  const app = new Application();
  ${text}
`;

describe.each(['a', 'b'])('a contract in variant %s', (variant) => {
  const input =
    '{ readonly params: { blog: string; lang?: string | undefined; }; readonly query: { page: number; }; readonly body: { title: number; }; }';

  test('shows plain types, and is allowed wherever middleware is', () => {
    const { errors, shown } = checkProgram(
      site(
        variant,
        String.raw`
        app.post('/{blog}/posts[/{lang}]', made);
        app.post('/{blog}/list', ['Auth', made]);
        app.post('/{blog}/class', Show);
        app.post('/{blog}/services', create.handle(['posts'], ({ reply }, posts) => reply(204)));
        app.group('/{blog}', (group) => group.post('/group', made));
        defineConfig({ routes: [
          { path: '/{blog}/posts', middleware: made },
          { path: '/{blog}/list', middleware: ['Auth', made, Show] },
          { path: '/plain', middleware: (/*?*/ plain) => new JsonResponse(plain.params) },
        ] });
        create.handle(({ reply }) => reply(404, { title: 'Gone' }));
        const /*?*/ types = contract({ body: { 'text/csv': z.string(), 'application/json': Post } });
        const /*?*/ nothing = contract({});`,
      ),
    );

    expect(errors).toEqual([]);
    expect(shown).toEqual({
      create: expect.stringContaining(`Contract<${input}, { blog: string; lang?: string; }, `),
      made: 'HandlerClass<{ blog: string; lang?: string; }, readonly []>',
      params: '{ blog: string; lang?: string | undefined; }',
      query: '{ page: number; }',
      request: 'ServerRequest<{ blog: string; lang?: string; }>',
      body: '{ title: number; }',
      plain: 'ServerRequest<Record<string, string>>',
      types:
        'Contract<{ readonly body: string | { id: number; title: string; }; }, Record<string, string>, {}>',
      nothing: 'Contract<{}, Record<string, string>, {}>',
    });
  });

  test('does not compile on a path without its parameters', () => {
    const { reasons } = checkProgram(
      site(
        variant,
        `app.post('/posts', made);
        app.post('/x[/{blog}]', made);
        app.post('/x[/{blog}]', ['Auth', made]);
        app.group('/{a}', (group) => group.post('/b', made));`,
      ),
    );

    expect(reasons).toHaveLength(4);
    expect([reasons[0], reasons[1], reasons[3]]).toEqual([
      "Property 'blog' is missing in type '{}' but required in type '{ blog: string; lang?: string; }'.",
      "Property 'blog' is optional in type '{ blog?: string; }' but required in type '{ blog: string; lang?: string; }'.",
      "Property 'blog' is missing in type '{ a: string; }' but required in type '{ blog: string; lang?: string; }'.",
    ]);
  });

  test('of a class does not compile on a path without its parameters', () => {
    const { reasons, errors } = checkProgram(
      site(
        variant,
        `class Injected extends Show {
          static readonly inject = ['posts'] as const;
          constructor(posts: unknown) { super(); void posts; }
        }
        app.post('/{slugg}', Show);
        app.post('/x[/{blog}]', Show);
        app.post('/{slugg}', Injected);
        app.route('/{slugg}', Show, ['GET']);
        app.post('/{slugg}', ['Auth', Show]);
        app.post('/{slugg}', [Injected]);
        app.group('/{a}', (group) => group.post('/b', Show));
        app.post('/{blog}/inject', Injected);
        app.post('/{blog}/list[/{lang}]', ['Auth', Injected, Show]);
        app.post('/plain' as string, Show);
        app.pipe(Show);
        class Free { static readonly contract = contract({}); process() { return new JsonResponse(1); } }
        app.get('/free', Free);
        app.get('/{free}', [Free]);`,
      ),
    );

    expect(errors).toHaveLength(7);
    const missing =
      "Property 'blog' is missing in type '{ slugg: string; }' but required in type '{ blog: string; lang?: string; }'.";
    expect(reasons.toSpliced(4, 1)).toEqual([
      missing,
      "Property 'blog' is optional in type '{ blog?: string; }' but required in type '{ blog: string; lang?: string; }'.",
      missing,
      missing,
      missing,
      missing.replace('slugg', 'a'),
    ]);
  });
});

const refused: readonly (readonly [text: string, reason: RegExp])[] = [
  ['contract({ parms: Post });', /'parms' does not exist in type .* 'params'\?$/],
  [
    'contract({ query: { page: 1 } });',
    /'page' does not exist in type 'StandardSchemaV1<unknown, unknown>'\.$/,
  ],
  ['contract({ body: { title: z.string() } });', /"The key is no media type\."'\.$/],
  ["contract({ body: { 'text/csv': 5 } });", /'number' .* 'Schema<unknown, unknown>'\.$/],
  ['contract({ responses: { ok: Post } });', /"The key is no status\."'\.$/],
  ["contract({ responses: { 200: 'x' } });", /'Content \| null \| undefined'\.$/],
  ["contract({ tags: 'posts' });", /'readonly string\[\]'\.$/],
  [
    'create.handle(({ reply }) => reply(202, { id: 1 }));',
    /^Argument of type '202' is not assignable to parameter of type '201 \| 204 \| 404'\.$/,
  ],
  ["create.handle(({ reply }) => reply(201, { id: 'x', title: '' }));", /'string' .* 'number'\.$/],
  ['create.handle(({ body }) => new JsonResponse(body.name));', /'name' does not exist/],
];

test('what is no contract, and what does not keep it, does not compile', () => {
  const { reasons } = checkProgram(site('b', refused.map(([text]) => text).join('\n')));

  expect(reasons).toEqual(refused.map(([, reason]) => expect.stringMatching(reason)));
});
