import { expect, test } from 'vitest';
import { Application, type HttpResponse, type ServerRequest, TextResponse } from '../../src/a/index.ts';
import { inJavaScript } from '../support/in-javascript.ts';

type Call = (
  next: (...given: unknown[]) => unknown,
  request: ServerRequest,
  response: HttpResponse,
) => unknown;

/** The response that a middleware with this call gets: from the next middleware, or from error middleware. */
async function outcomeOf(call: Call): Promise<string> {
  const app = new Application({ log: () => {} });
  app.pipe(inJavaScript((request, response, next) => call(next as never, request, response)));
  app.pipe(({ path }, response) => new TextResponse(`${path} ${response.header('x-a')}`));
  app.pipeErrorHandler((error, { path }, response) => {
    return new TextResponse(`${String(error)} at ${path} ${response.header('x-a')}`);
  });
  return (await app.request('/x')).text();
}

const fault = new Error('broken');

test.each<[code: string, call: Call, outcome: string]>([
  ['next()', (next) => next(), '/x undefined'],
  ['next(undefined, undefined)', (next) => next(undefined, undefined), '/x undefined'],
  ['next(error)', (next) => next(fault), 'Error: broken at /x undefined'],
  ['next(request, response)', (next, request, response) => next(request, response), '/x undefined'],
  [
    'next(changed request, changed response)',
    (next, request, response) => next(request.withPath('/y'), response.withHeader('X-A', '1')),
    '/y 1',
  ],
  [
    'next(request, response, undefined)',
    (next, request, response) => next(request, response, undefined),
    '/x undefined',
  ],
  [
    'next(request, response, null)',
    (next, request, response) => next(request, response, null),
    '/x undefined',
  ],
  [
    'next(request, response, error)',
    (next, request, response) => next(request.withPath('/y'), response.withHeader('X-A', '1'), fault),
    'Error: broken at /y 1',
  ],
  [
    'next(request, response, 0)',
    (next, request, response) => next(request, response, 0),
    '0 at /x undefined',
  ],
])('%s continues as rule A1 says', async (_code, call, outcome) => {
  expect(await outcomeOf(call)).toBe(outcome);
});

test.each<[code: string, call: Call, shown: string]>([
  ['next(request)', (next, request) => next(request), 'an instance of ServerRequest'],
  ['next(request, null)', (next, request) => next(request, null), 'null'],
  ['next(request, error)', (next, request) => next(request, fault), 'an instance of Error'],
  [
    'next(request, undefined, error)',
    (next, request) => next(request, undefined, fault),
    'an instance of ServerRequest',
  ],
  ['next(response)', (next, _request, response) => next(response), 'an instance of HttpResponse'],
  [
    'next(response, request)',
    (next, request, response) => next(response, request),
    'an instance of HttpResponse',
  ],
  ['next(undefined, response)', (next, _request, response) => next(undefined, response), 'undefined'],
  ['next(null)', (next) => next(null), 'null'],
  ['next(null, null, error)', (next) => next(null, null, fault), 'null'],
  ['next(undefined, undefined, error)', (next) => next(undefined, undefined, fault), 'undefined'],
  ['next(error, response)', (next, _request, response) => next(fault, response), 'an instance of Error'],
  ['next("route")', (next) => next('route'), '"route"'],
])('%s is an error that shows what is wrong (A1)', async (_code, call, shown) => {
  const message =
    'The argument of next() must be absent, an Error, or a request and a response: next(), next(error), ' +
    `next(request, response), not ${shown}.`;
  expect(await outcomeOf(call)).toBe(`InvalidArgumentError: ${message} at /x undefined`);
});
