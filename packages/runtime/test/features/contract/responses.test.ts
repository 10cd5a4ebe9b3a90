import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { contract, type ContractDefinition, Problem } from '../../../src/features/contract/index.ts';
import {
  BrokenContractError,
  EmptyResponse,
  HttpError,
  HttpResponse,
  JsonResponse,
  NotFoundError,
  RedirectResponse,
  TextResponse,
} from '../../../src/index.ts';
import { LazyMiddleware, LazyServices } from '../../../src/kernel/pipeline/lazy-middleware.ts';
import { inBothVariants } from '../../cases/kit.ts';

const Post = z.object({ id: z.int(), title: z.string() });
const post = { id: 1, title: 'Hi' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const encoded = new TextEncoder().encode('{"id":"x"}');

const responses = {
  200: Post,
  201: { 'application/vnd.post+json': Post, 'text/csv': z.string().max(3) },
  204: null,
  303: null,
  '4XX': Problem,
  default: null,
};

const endless = (): ReadableStream =>
  new ReadableStream({ pull: (controller) => controller.enqueue(encoded) });

type Answer = () => HttpResponse | Response;

describe('with debug, a response', () => {
  const kept: readonly (readonly [string, Answer])[] = [
    ['that fits', () => new JsonResponse(post)],
    [
      'of another type written in JSON',
      () => new JsonResponse(post, 200, { 'Content-Type': 'application/vnd.x+json' }),
    ],
    [
      'of one of several types',
      () => new TextResponse('a,b', 201, { 'Content-Type': 'Text/CSV; header=absent' }),
    ],
    ['as bytes', () => new HttpResponse(new TextEncoder().encode('{"id":1,"title":""}'), 200, JSON_TYPE)],
    ['without a body', () => new EmptyResponse()],
    ['whose body is empty text', () => new HttpResponse('', 204)],
    ['that redirects', () => new RedirectResponse('/', 303)],
    ['that says that nothing has changed', () => new EmptyResponse(304)],
    [
      'of a class of statuses',
      () => new JsonResponse({ title: 'x' }, 404, { 'Content-Type': 'application/problem+json' }),
    ],
    ['of any other status', () => new EmptyResponse(503)],
    ['whose body is a stream', () => new HttpResponse(endless(), 200, JSON_TYPE)],
    ['of the Web', () => Response.json({ id: 'not read' })],
  ];
  const broken: readonly (readonly [string, Answer, string])[] = [
    [
      'that does not fit',
      () => new JsonResponse({ id: 'x' }),
      'returned 200, but its contract rejects its body: /id: Invalid input: expected number, received string; /title: Invalid input: expected string, received undefined.',
    ],
    [
      'whose bytes do not',
      () => new HttpResponse(encoded, 200, JSON_TYPE),
      'returned 200, but its contract rejects its body: /id: ',
    ],
    [
      'with a key that the schema lacks',
      () => new JsonResponse({ ...post, password: 'x' }),
      'rejects its body: /password: The schema has no such key.',
    ],
    ['that does not as a whole', () => new JsonResponse([]), 'rejects its body: the whole: Invalid input'],
    [
      'of text that does not',
      () => new TextResponse('abcd', 201, { 'Content-Type': 'text/csv' }),
      'returned 201, but its contract rejects its body: the whole: Too big',
    ],
    [
      'that is no JSON',
      () => new HttpResponse('{', 200, JSON_TYPE),
      'returned 200, but its contract has JSON for it, and the body is not JSON.',
    ],
    [
      'of another type',
      () => new TextResponse('Hi'),
      'returned 200, but its contract has application/json for it, not text/plain; charset=utf-8.',
    ],
    [
      'of another type of the Web',
      () => new Response('Hi'),
      'returned 200, but its contract has application/json for it, not text/plain',
    ],
    [
      'without a type',
      () => new HttpResponse('{}'),
      'has application/json for it, not a body without a Content-Type.',
    ],
    [
      'that is JSON where a problem is due',
      () => new JsonResponse({}, 404),
      'returned 404, but its contract has application/problem+json for it, not application/json.',
    ],
    [
      'without its body',
      () => new HttpResponse(null, 200, JSON_TYPE),
      'has a body for it (application/json), and the response is empty.',
    ],
    [
      'with a body too much',
      () => new TextResponse('moved', 303),
      'returned 303, but its contract has no body for it.',
    ],
  ];

  inBothVariants((kit) => {
    const ask = async (answer: Answer, method = 'GET', definition: ContractDefinition = { responses }) => {
      const logged: unknown[] = [];
      const app = kit.routed({ debug: true, log: (error) => logged.push(error) });
      app.get('/posts/{id}', kit.shared(contract(definition).handle(() => answer())), 'posts.show');
      return { response: await app.request('/posts/1', { method }), logged };
    };

    test.each(kept)('%s is sent', async (_name, answer) => {
      const given = answer();
      const { response, logged } = await ask(() => given);

      expect([response.status, logged]).toEqual([given.status, []]);
      await response.body?.cancel();
    });

    test.each(broken)('%s is a 500 that names route, status and pointer', async (_name, answer, message) => {
      const { response, logged } = await ask(answer);

      expect([response.status, logged]).toEqual([
        500,
        [expect.objectContaining({ name: 'BrokenContractError', code: 'FW_BROKEN_CONTRACT' })],
      ]);
      expect((logged[0] as Error).message).toContain(message);
      expect((logged[0] as Error).message).toMatch(/^The route "posts\.show" returned \d/);
    });

    test('of a status outside the contract is a 500', async () => {
      const { logged } = await ask(() => new JsonResponse(post, 202), 'GET', {
        responses: { 200: Post, '4XX': Problem },
      });
      expect(logged).toEqual([new BrokenContractError('posts.show', 202, 'has 200, 4XX only')]);
    });

    test('to HEAD need not have the body', async () => {
      expect((await ask(() => new EmptyResponse(200), 'HEAD')).response.status).toBe(200);
      expect((await ask(() => new JsonResponse(post), 'HEAD')).response.headers.get('content-length')).toBe(
        '21',
      );
      expect((await ask(() => new JsonResponse({ id: 'x' }), 'HEAD')).response.status).toBe(500);
    });

    test('is not judged when there are no responses in the contract', async () => {
      expect((await ask(() => new TextResponse('any', 418), 'GET', {})).response.status).toBe(418);
    });

    test.each([
      [404, new NotFoundError('No such post.')],
      [409, new HttpError(409)],
    ])('to an error that was thrown is not judged: %s', async (status, error) => {
      const { response } = await ask(
        () => {
          throw error;
        },
        'GET',
        { responses: { 200: Post } },
      );
      expect(response.status).toBe(status);
    });

    test('to a request that does not fit is not judged', async () => {
      const { response } = await ask(() => new JsonResponse(post), 'GET', {
        query: z.object({ a: z.string() }),
        responses: { 200: Post },
      });
      expect(response.status).toBe(422);
    });

    test('of the Web is sent with its body', async () => {
      const { response } = await ask(() => Response.json(post));
      expect(await response.json()).toEqual(post);
    });

    test('that inner middleware returned is not checked', async () => {
      const guard = contract({ responses: { 401: Problem } });
      class Guard {
        static readonly contract = guard;
        process(request: never, ...rest: ((...args: unknown[]) => never)[]): never {
          const passOn = rest.at(-1) as (...args: unknown[]) => never;
          return passOn(request, rest[0]);
        }
      }
      const app = kit.routed({ debug: true });
      app.get('/', kit.list(Guard as never, kit.answer('inner')));

      expect(await (await app.request('/')).text()).toBe('inner');
    });

    test('is not looked at without debug', async () => {
      const app = kit.routed();
      app.get(
        '/',
        kit.shared(contract({ responses: { 200: Post } }).handle(() => new TextResponse('Hi', 418))),
      );
      expect((await app.request('/')).status).toBe(418);
    });
  });
});

test('without debug nothing wraps a handler', () => {
  const Handler = contract({ responses: { 200: Post } }).handle(() => post);
  const isWrapped = (debug: boolean): boolean => {
    const lazy = new LazyMiddleware(Handler, new LazyServices(undefined, debug));
    return lazy.resolve() !== lazy.resolved;
  };

  expect([isWrapped(false), isWrapped(true)]).toEqual([false, true]);
});
