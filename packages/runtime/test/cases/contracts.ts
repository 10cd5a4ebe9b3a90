import { z } from 'zod';
import { contract, Problem } from '../../src/features/contract/index.ts';
import { EmptyResponse, JsonResponse, type ServerRequest, TextResponse } from '../../src/index.ts';
import { rule } from './builder.ts';
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

/** Responses that break the contract. */
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
  rule('K1', 'a handler gets the output of the schemas')
    .built(build)
    .sends(post('/posts/7', '{"title":"Hi","more":1}'))
    .respondsWith(200, JSON_TYPE, { id: 7, title: 'Hi' }),
  rule('K1', 'a contract applies to a named service')
    .built(build)
    .sends(post('/service/x', '{"title":"Hi"}'))
    .responds(422),
  rule('K4', 'a repeated key is an array')
    .built(build)
    .sends(post('/service/7?tag=a&tag=b', '{"title":"Hi"}'))
    .responds(200, { tag: ['a', 'b'] }),
  rule('K4', 'one value is an array of one if the schema expects an array')
    .built(build)
    .sends(post('/service/7?tag=a', '{"title":"Hi"}'))
    .responds(200, { tag: ['a'] }),
  rule('K3', 'all errors of a request are reported at once, each with its place')
    .built(build)
    .sends(post('/posts/x?tag=a&tag=long', '{}'))
    .respondsWith(422, PROBLEM, {
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
    }),
  rule('K3', 'a client that accepts text gets the errors as text')
    .built(build)
    .sends(post('/posts/7', '{}', { ...JSON_TYPE, Accept: 'text/plain' }))
    .responds(
      422,
      '422 Unprocessable Content\nThe request does not match the contract of the route.\n- body /title: No title.\n',
    ),
  rule('K2', 'malformed JSON is 400')
    .built(build)
    .sends(post('/posts/7', '{"title"'))
    .respondsWith(400, PROBLEM),
  rule('K2', 'a type that the contract does not take is 415')
    .built(build)
    .sends(post('/posts/7', '{"title":"Hi"}', { 'Content-Type': 'text/plain' }))
    .respondsWith(415, PROBLEM),
  rule('K2', 'the check of a type and its parser agree on case, parameters and tabs')
    .built(build)
    .sends(
      post('/posts/7', 'title=Hi', {
        'Content-Type': 'Application/X-WWW-Form-URLEncoded\t;\tcharset="utf-8"',
      }),
    )
    .responds(200, { id: 7, title: 'Hi' }),
  ...['/status', '/type', '/body'].flatMap((path) =>
    [true, false].map((debug) =>
      rule(
        'K5',
        `a response that breaks its contract by its ${path.slice(1)} is ${debug ? 'an error with debug' : 'sent without debug'}`,
      )
        .built(broken(debug))
        .get(path)
        .responds(debug ? 500 : path === '/status' ? 204 : 200),
    ),
  ),
];

/** The contract of a route: its requests and responses. */
export const contracts: readonly SharedCase[] = cases.map((each) => ({ ...each, routers: ROUTERS }));
