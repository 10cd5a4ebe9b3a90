import type { IncomingMessage, ServerResponse } from 'node:http';
import { InvalidArgumentError } from '../../errors/coded-errors.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { RequestSource } from '../../http/request-source.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import { defineMiddleware, type PassOn, type SharedMiddleware } from '../../pipeline/define-middleware.ts';
import { isThenable } from '../../pipeline/lazy-middleware.ts';
import { CapturedResponse } from './captured-response.ts';
import { enterConnect, nodeRequestOf } from './connect-request.ts';
import { NodeSource } from '../reading/node-source.ts';
import { passThrough } from './response-through.ts';
import { watchBody } from '../writing/watch-body.ts';

/** Passes on, once; with an error, as long as nothing is answered, ends in that. */
export type ConnectNext = (error?: unknown) => void;

/** A middleware of Express or Connect, or an Express application; not one for errors, which has four parameters. */
export type ConnectMiddleware = {
  // A method, because the parameters of a method are not compared strictly: the request and the response of Express have more.
  handle(incoming: IncomingMessage, outgoing: ServerResponse, next: ConnectNext): unknown;
}['handle'];

// What Express middleware leaves for others on a response, of which each has its own here.
const locals = new WeakMap<RequestSource, object>();

/**
 * Makes a middleware of one that was written for Express or Connect, `(req, res, next)`. The headers that it sets before it calls
 * `next()` are those of the response from further in, which passes through the methods of `res` that it has replaced. What it puts
 * on `req` is found by `nodeRequestOf(request)`. What it gives to `next(error)` and what it throws is thrown here.
 *
 * @example app.pipe(fromConnect(helmet()));
 * @throws InvalidArgumentError when it is no function of two or three parameters
 */
export function fromConnect(middleware: ConnectMiddleware): SharedMiddleware {
  if (typeof middleware !== 'function' || middleware.length > 3) {
    throw new InvalidArgumentError('middleware', 'a function (req, res, next)', middleware);
  }
  const name = middleware.name || 'fromConnect';
  const handle = (request: ServerRequest, next: PassOn): Promise<HttpResponse> =>
    run(middleware, name, request, next);
  return defineMiddleware(Object.defineProperty(handle, 'name', { value: name }));
}

async function run(
  middleware: ConnectMiddleware,
  name: string,
  request: ServerRequest,
  next: PassOn,
): Promise<HttpResponse> {
  const { source } = request;
  const real = source instanceof NodeSource ? source.node : undefined;
  const incoming = nodeRequestOf(request);
  let settle: ConstructorParameters<typeof CapturedResponse>[2] | undefined;
  const answer = new Promise<HttpResponse>((resolve, reject) => (settle = { resolve, reject }));
  const captured = new CapturedResponse(incoming, real?.outgoing, settle as NonNullable<typeof settle>);
  const fail = (error: unknown): void => captured.fail(error);
  const stop = watch(incoming, name, request, fail);
  // An application of Express must not act on a path whose guard is skipped (rule E6).
  const shown =
    source.rejection === undefined
      ? request
      : request.copyWith('/', request.params, request.attributes, request.scope);
  const leave = enterConnect(incoming, shown);
  const forward = async (): Promise<void> => {
    const response = await next(leave());
    if (captured.isOver) drop(response);
    else await passThrough(captured, response, source.method);
  };
  let isCalled = false;
  const done: ConnectNext = (error) => {
    if (captured.isOver) return;
    stop();
    // The words are those of Express for passing on.
    if (error && error !== 'route' && error !== 'router') fail(error);
    else if (!isCalled) forward().catch(fail);
    isCalled = true;
  };
  Object.assign(captured.outgoing, { locals: localsOf(source) });
  try {
    const result = middleware(incoming, captured.outgoing, done);
    if (isThenable(result)) result.then(undefined, fail);
  } catch (error) {
    fail(error);
  }
  try {
    return await answer;
  } finally {
    stop();
    leave();
  }
}

/** Calls back with what ends a middleware that neither answers nor passes on; gives what ends the watch. */
function watch(
  incoming: IncomingMessage,
  name: string,
  request: ServerRequest,
  fail: (error: unknown) => void,
): () => void {
  const { source, signal } = request;
  const isReal = source instanceof NodeSource && source.node.incoming === incoming;
  const stopBody = isReal ? watchBody(incoming, request, fail) : undefined;
  // That of the server fails when the client goes away, which the signal tells as well.
  if (!isReal) incoming.on('error', fail);
  const onGone = (): void =>
    fail(new HttpError(400, `The client went away before ${name} had answered or passed on.`));
  if (signal.aborted) onGone();
  else signal.addEventListener('abort', onGone);
  return () => {
    stopBody?.();
    incoming.off('error', fail);
    signal.removeEventListener('abort', onGone);
  };
}

function localsOf(source: RequestSource): object {
  let found = locals.get(source);
  if (found === undefined) locals.set(source, (found = Object.create(null) as object));
  return found;
}

function drop({ content }: HttpResponse): void {
  if (content instanceof ReadableStream && !content.locked) content.cancel().catch(() => {});
}
