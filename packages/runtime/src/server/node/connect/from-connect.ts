import type { IncomingMessage, ServerResponse } from 'node:http';
import { InvalidArgumentError } from '../../../kernel/errors/coded-errors.ts';
import { HttpError } from '../../../kernel/errors/http-error.ts';
import type { HttpResponse } from '../../../kernel/http/http-response.ts';
import { cancelUnread } from '../../../kernel/http/response-body.ts';
import type { RequestSource } from '../../../kernel/http/request-source.ts';
import type { ServerRequest } from '../../../kernel/http/server-request.ts';
import {
  defineMiddleware,
  type PassOn,
  type SharedMiddleware,
} from '../../../kernel/pipeline/define-middleware.ts';
import { isThenable } from '../../../kernel/pipeline/lazy-middleware.ts';
import { isExact, unlikePrefix } from '../../../kernel/pipeline/scope.ts';
import { NodeSource } from '../node-source.ts';
import { CapturedResponse } from './captured-response.ts';
import { enterConnect, nodeRequestOf, watchBody } from './connect-request.ts';
import { passThrough } from './response-through.ts';

/**
 * A function that calls the next middleware, once; with an error, the request fails with that error unless it has a
 * response.
 */
export type ConnectNext = (error?: unknown) => void;

/**
 * Middleware of Express or Connect, or an Express application; not error middleware, which has four parameters.
 *
 * @example const hello: ConnectMiddleware = (req, res) => res.end('Hello!');
 */
export type ConnectMiddleware = {
  // A method, because TypeScript compares the parameters of methods less strictly: Express's request and response have more.
  handle(incoming: IncomingMessage, outgoing: ServerResponse, next: ConnectNext): unknown;
}['handle'];

// Express middleware shares `res.locals`. Here each middleware has a response of its own, so `locals` belongs to the request.
const locals = new WeakMap<RequestSource, object>();

/**
 * Adapts middleware that was written for Express or Connect, `(req, res, next)`. Headers that it sets before it calls
 * `next()` are added to the response of the next middleware, which is written through the methods of `res` that it has
 * replaced. Its properties on `req` are found with `nodeRequestOf(request)`. An error that it passes to `next(error)`
 * or throws is thrown here.
 *
 * @param middleware a function of two or three parameters
 * @returns middleware for both variants
 * @throws {@link InvalidArgumentError} when it is no function of two or three parameters
 * @example app.pipe(fromConnect(helmet()));
 */
export function fromConnect(middleware: ConnectMiddleware): SharedMiddleware {
  if (typeof middleware !== 'function' || middleware.length > 3) {
    throw new InvalidArgumentError('middleware', 'a function (req, res, next)', middleware);
  }
  const name = middleware.name || 'fromConnect';
  // An application or a router of Express or Connect serves paths below its prefix, and may have guards for them.
  const { handle: routes, use } = middleware as { readonly handle?: unknown; readonly use?: unknown };
  const isMount = typeof routes === 'function' && typeof use === 'function';
  const handle = async (request: ServerRequest, next: PassOn): Promise<HttpResponse> => {
    if (isMount && !isExact(request)) throw unlikePrefix();
    return run(middleware, name, request, next);
  };
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
  const captured = new CapturedResponse(incoming, real?.outgoing);
  const fail = (error: unknown): void => captured.fail(error);
  const stop = watch(incoming, name, request, fail);
  // An Express application must not act on a path whose guard is skipped (rule E6).
  const shown =
    source.rejection === undefined
      ? request
      : request.copyWith('/', request.params, request.attributes, request.scope);
  const leave = enterConnect(incoming, shown);
  const forward = async (): Promise<void> => {
    const response = await next(leave());
    if (captured.isSettled) cancelUnread(response.content);
    else await passThrough(captured, response, source.method);
  };
  let isCalled = false;
  const done: ConnectNext = (error) => {
    if (captured.isSettled) return;
    stop();
    // Express calls the next middleware for these two strings as well.
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
    return await captured.settled;
  } finally {
    stop();
    leave();
  }
}

/**
 * Calls back when middleware can no longer respond, because the client has gone or the body has failed.
 *
 * @returns a function that stops watching
 */
function watch(
  incoming: IncomingMessage,
  name: string,
  request: ServerRequest,
  fail: (error: unknown) => void,
): () => void {
  const { source, signal } = request;
  const isReal = source instanceof NodeSource && source.node.incoming === incoming;
  const stopBody = isReal ? watchBody(incoming, request, fail) : undefined;
  // The server's own request fails when the client goes away, which aborts the signal as well.
  if (!isReal) incoming.on('error', fail);
  const onGone = (): void =>
    fail(new HttpError(400, `The client disconnected before ${name} had responded or called next.`));
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
