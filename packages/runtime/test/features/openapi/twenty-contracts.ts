import { toJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import type * as b from '../../../src/b/index.ts';
import { contract, Problem } from '../../../src/features/contract/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { Month, Order, Post, postId, Shape, tags, Tree } from './blog-schemas.ts';

export const TOKEN = 'Bearer of-good-news';

const post = (id: number, title = 'A title') => ({
  id,
  title,
  tags: ['new'],
  author: null,
  at: '2026-01-02T03:04:05Z',
});

/** An application with twenty contracts; the same calls for both variants. */
export function twentyContracts(fw: typeof b): b.Application {
  const { JsonResponse, EmptyResponse, TextResponse, HttpError } = fw;
  const guard = fw.defineMiddleware(
    (request, next) => {
      if (request.header('authorization') !== TOKEN) throw new HttpError(401);
      return next(request);
    },
    { security: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
  );
  const openapi = { converters: { valibot: (schema: never) => toJsonSchema(schema) } };
  const container = new ServiceManager({ services: { config: { openapi } } });
  const app = new fw.Application({ container, logger: SILENT });
  app.pipe('/admin', guard).pipeRoutingMiddleware().pipeDispatchMiddleware();

  app.get(
    '/posts',
    contract({
      query: z.object({
        page: z.coerce.number().int().min(1).max(1000).optional(),
        tag: tags.optional(),
        sort: z.enum(['up', 'down']).default('up'),
      }),
      responses: { 200: z.array(Post) },
    }).handle(({ query }) => new JsonResponse((query.tag ?? []).map((tag, index) => post(index, tag)))),
    'posts.list',
  );
  app.post(
    '/posts',
    [
      guard,
      contract({
        body: Post.omit({ id: true }),
        headers: z.object({ 'x-trace': z.uuid().optional() }),
        responses: { 201: Post, 409: Problem },
      }).handle(({ body }) => {
        if (body.title.length > 6) throw new HttpError(409, 'There is one of this title.');
        return new JsonResponse({ id: 1, ...body }, 201);
      }),
    ],
    'posts.create',
  );
  app.get(
    '/posts/{id:[0-9]+}',
    contract({
      params: postId,
      responses: { 200: Post, 404: Problem },
    }).handle(({ params }) => {
      if (params.id.length > 3) throw new HttpError(404);
      return new JsonResponse(post(Number(params.id)));
    }),
    'posts.read',
  );
  app.put(
    '/posts/{id}',
    contract({
      params: z.object({ id: z.coerce.number().int() }),
      body: Post.partial(),
      responses: { 200: Post, 202: null },
    }).handle(({ params, body }) =>
      body.title === undefined
        ? new EmptyResponse(202)
        : new JsonResponse({ ...post(0), ...body, id: params.id }),
    ),
    'posts.update',
  );
  app.delete(
    '/posts/{id}',
    [guard, contract({ params: postId, responses: { 204: null } }).handle(() => new EmptyResponse())],
    'posts.delete',
  );
  app.get(
    '/posts/{id:[0-9]+}/comments[/{n:[1-9]}]',
    contract({
      params: z.object({ id: z.string(), n: z.string().transform(Number).optional() }),
      responses: { 200: z.object({ id: z.string(), n: z.number() }) },
    }).handle(({ params: { id, n = 1 } }) => new JsonResponse({ id, n })),
    'comments',
  );
  app.post(
    '/contact',
    contract({
      body: {
        'application/x-www-form-urlencoded': z.object({
          name: z.string().min(1),
          mail: z.email(),
          topics: tags,
        }),
      },
      responses: { 200: z.object({ topics: z.int() }) },
    }).handle(({ body }) => new JsonResponse({ topics: body.topics.length })),
    'contact',
  );
  app.post(
    '/notes',
    contract({
      body: z.object({ title: z.string().min(1), color: z.enum(['red', 'blue']), tags: tags.optional() }),
      responses: { 200: z.object({ title: z.string(), color: z.string() }) },
    }).handle(({ body: { title, color } }) => new JsonResponse({ title, color })),
    'notes',
  );
  app.get(
    '/me',
    contract({
      cookies: z.object({ theme: z.enum(['dark', 'light']), visits: z.coerce.number().optional() }),
      headers: z.object({
        'accept-language': z.string().max(5).optional(),
        'x-count': z.coerce.number().int(),
      }),
      responses: { 200: z.object({ theme: z.string(), count: z.number() }) },
    }).handle(
      ({ cookies, headers }) => new JsonResponse({ theme: cookies.theme, count: headers['x-count'] }),
    ),
    'me',
  );
  app.patch(
    '/admin/settings',
    contract({
      body: z.object({
        since: z.iso.date().nullable().optional(),
        limits: z.record(z.string(), z.int().min(0)).optional(),
        on: z.boolean().optional(),
      }),
      responses: { 200: z.record(z.string(), z.number()), '4XX': Problem },
    }).handle(({ body }) => new JsonResponse(body.limits ?? {})),
    'settings',
  );
  app.get(
    '/archive/{year}-{month:0[1-9]|1[0-2]}',
    contract({
      params: toStandardJsonSchema(Month),
      responses: { 200: toStandardJsonSchema(Month), default: Problem },
    }).handle(({ params }) => new JsonResponse(params)),
    'archive',
  );
  app.post(
    '/events',
    contract({
      body: v.object({
        at: v.pipe(v.string(), v.isoTimestamp()),
        kind: v.picklist(['a', 'b']),
        data: v.nullable(v.number()),
      }),
      responses: { 201: v.object({ at: v.string() }) },
    }).handle(({ body }) => new JsonResponse({ at: body.at }, 201)),
    'events',
  );
  app.get(
    '/search',
    contract({
      query: type({ q: '1 <= string <= 9', 'exact?': "'yes' | 'no'" }),
      responses: { 200: type({ found: 'string[]' }) },
    }).handle(({ query }) => new JsonResponse({ found: [query.q] })),
    'search',
  );
  app.post(
    '/orders',
    contract({ body: Order, responses: { 200: type({ count: 'number.integer' }) } }).handle(
      ({ body }) => new JsonResponse({ count: body.lines.length }),
    ),
    'orders',
  );
  app.get(
    '/files/{rest:.+}',
    contract({
      params: z.object({ rest: z.string().max(20) }),
      responses: { 200: { 'text/plain': z.string() } },
    }).handle(({ params }) => new TextResponse(params.rest)),
    'files',
  );
  app.post(
    '/trees',
    contract({ body: Tree, responses: { 200: Tree, 422: Problem } }).handle(
      ({ body }) => new JsonResponse(body),
    ),
    'trees',
  );
  app.post(
    '/texts',
    contract({
      body: { 'text/plain': z.string().min(2) },
      responses: { '2XX': z.object({ length: z.int() }) },
    }).handle(({ body }) => new JsonResponse({ length: body.length }, 203)),
    'texts',
  );
  app.any(
    '/any',
    contract({
      query: z.object({ on: z.enum(['true', 'false']).transform((on) => on === 'true') }),
      responses: { 200: z.boolean() },
    }).handle(({ query }) => new JsonResponse(query.on)),
    'any',
  );
  app
    .get(
      '/users/{name}',
      contract({
        params: v.object({ name: v.string() }),
        responses: { 200: v.object({ name: v.string() }) },
      }).handle(({ params }) => new JsonResponse({ name: params.name })),
      'users',
    )
    .setOptions({ tokens: { name: /[a-z]{1,8}/ } });
  app.post(
    '/admin/shapes',
    contract({
      body: z.array(Shape).min(1).max(5),
      query: z.union([
        z.object({ unit: z.literal('cm') }),
        z.object({ unit: z.literal('px'), scale: z.coerce.number().optional() }),
      ]),
      responses: { 200: z.array(Shape), 202: z.object({ left: z.int() }), default: Problem },
    }).handle(({ body }) =>
      body.length > 2 ? new JsonResponse({ left: body.length }, 202) : new JsonResponse(body),
    ),
    'shapes',
  );
  return app;
}

/** Errors of requests are not printed. */
const SILENT = { info(): void {}, warn(): void {}, error(): void {} };
