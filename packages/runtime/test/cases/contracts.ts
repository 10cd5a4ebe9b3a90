import { z } from 'zod';
import { contract, Problem } from '../../src/features/contract/index.ts';
import { EmptyResponse, JsonResponse, type ServerRequest, TextResponse } from '../../src/index.ts';
import type { CaseApplication, Kit, SharedCase } from './case.ts';

const ROUTERS = ['tree'] as const;

const savePost = contract({
  params: z.object({ id: z.coerce.number('No number.') }),
  query: z.object({ tag: z.array(z.string().max(2, 'Too long.')).optional() }),
  body: z.object({ title: z.string('No title.') }),
  responses: { 200: z.object({ id: z.int(), title: z.string() }), 422: Problem },
});

class SavePost {
  static readonly contract = savePost;

  process(request: ServerRequest): JsonResponse {
    return new JsonResponse(request.input(savePost).query);
  }
}

const build = <M>(kit: Kit<M>): CaseApplication<M> => {
  const app = kit.routed({ services: { SavePost: new SavePost() } });
  app.post('/posts/{id}', kit.shared(savePost.handle(({ params, body }) => ({ ...params, ...body }))));
  app.post('/service/{id}', kit.service('SavePost'));
  return app;
};

/** Answers what its contract does not have. */
const broken =
  (debug: boolean) =>
  <M>(kit: Kit<M>): CaseApplication<M> => {
    const app = kit.routed({ debug });
    app.get('/status', kit.shared(savePostAnswering(() => new EmptyResponse())));
    app.get('/type', kit.shared(savePostAnswering(() => new TextResponse('Hi'))));
    app.get('/body', kit.shared(savePostAnswering(() => new JsonResponse({ id: 1 }))));
    return app;
  };

const savePostAnswering = (answer: () => JsonResponse) =>
  contract({ responses: { 200: z.object({ title: z.string() }) } }).handle(answer);

const JSON_TYPE = { 'Content-Type': 'application/json' };
const PROBLEM = { 'Content-Type': 'application/problem+json' };
const post = (path: string, body: string, headers: Readonly<Record<string, string>> = JSON_TYPE) => ({
  method: 'POST',
  path,
  headers,
  body,
});

const cases: readonly Omit<SharedCase, 'routers'>[] = [
  {
    rule: 'K1',
    name: 'a handler is given what the schemas make of a request',
    build,
    request: post('/posts/7', '{"title":"Hi","more":1}'),
    expect: { status: 200, headers: JSON_TYPE, body: { id: 7, title: 'Hi' } },
  },
  {
    rule: 'K1',
    name: 'a contract counts for a service that is named',
    build,
    request: post('/service/x', '{"title":"Hi"}'),
    expect: { status: 422 },
  },
  {
    rule: 'K4',
    name: 'a key that is repeated is a list',
    build,
    request: post('/service/7?tag=a&tag=b', '{"title":"Hi"}'),
    expect: { status: 200, body: { tag: ['a', 'b'] } },
  },
  {
    rule: 'K4',
    name: 'one value is a list of one where the schema takes a list',
    build,
    request: post('/service/7?tag=a', '{"title":"Hi"}'),
    expect: { status: 200, body: { tag: ['a'] } },
  },
  {
    rule: 'K3',
    name: 'all that does not fit is told at once, with its place',
    build,
    request: post('/posts/x?tag=a&tag=long', '{}'),
    expect: {
      status: 422,
      headers: PROBLEM,
      body: {
        type: 'about:blank',
        title: 'Unprocessable Content',
        status: 422,
        detail: 'The request does not match the contract of the route.',
        instance: '/posts/x',
        errors: [
          { pointer: '/id', in: 'path', detail: 'No number.' },
          { pointer: '/tag/1', in: 'query', detail: 'Too long.' },
          { pointer: '/title', in: 'body', detail: 'No title.' },
        ],
      },
    },
  },
  {
    rule: 'K3',
    name: 'who asks for text reads it as text',
    build,
    request: post('/posts/7', '{}', { ...JSON_TYPE, Accept: 'text/plain' }),
    expect: {
      status: 422,
      body: '422 Unprocessable Content\nThe request does not match the contract of the route.\n- body /title: No title.\n',
    },
  },
  {
    rule: 'K2',
    name: 'malformed JSON is 400',
    build,
    request: post('/posts/7', '{"title"'),
    expect: { status: 400, headers: PROBLEM },
  },
  {
    rule: 'K2',
    name: 'a type that the contract does not take is 415',
    build,
    request: post('/posts/7', '{"title":"Hi"}', { 'Content-Type': 'text/plain' }),
    expect: { status: 415, headers: PROBLEM },
  },
  {
    rule: 'K2',
    name: 'the check of a type and its parser agree on case, parameters and tabs',
    build,
    request: post('/posts/7', 'title=Hi', {
      'Content-Type': 'Application/X-WWW-Form-URLEncoded\t;\tcharset="utf-8"',
    }),
    expect: { status: 200, body: { id: 7, title: 'Hi' } },
  },
  ...['/status', '/type', '/body'].flatMap((path) =>
    [true, false].map((debug) => ({
      rule: 'K5',
      name: `a response that breaks its contract by its ${path.slice(1)} is ${debug ? 'an error with debug' : 'sent without debug'}`,
      build: broken(debug),
      request: { path },
      expect: { status: debug ? 500 : path === '/status' ? 204 : 200 },
    })),
  ),
];

/** What a route takes and answers. */
export const contracts: readonly SharedCase[] = cases.map((each) => ({ ...each, routers: ROUTERS }));
