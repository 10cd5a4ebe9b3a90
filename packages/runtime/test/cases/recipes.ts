import { HttpResponse, JsonResponse, type ServerRequest, TextResponse } from '../../src/index.ts';
import type { CaseApplication, Kit } from './case.ts';

/** Creates a middleware of the variant that a case runs in. */
export type Recipe = <M>(kit: Kit<M>) => M;

/** A string is middleware that responds with this text. */
type Value = string | Recipe;

/** Middleware by its route: see `addRoutes` for the keys. */
export type Routes = Readonly<Record<string, Value>>;

/** The middleware of this recipe in the variant of the kit. */
function middleware<M>(value: Value, kit: Kit<M>): M {
  return typeof value === 'string' ? kit.answer(value) : value(kit);
}

/** An argument of `pipe()`: the keys of an object are path prefixes. */
export type Entry = Value | Readonly<Record<string, Value>>;

/** Pipes middleware in this order. */
export function addPipes<M>(app: CaseApplication<M>, kit: Kit<M>, entries: readonly Entry[]): void {
  for (const entry of entries) {
    if (typeof entry !== 'object') app.pipe(middleware(entry, kit));
    else for (const [prefix, value] of Object.entries(entry)) app.pipe(prefix, middleware(value, kit));
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'any'] as const;

/** Adds routes, such as `'/'`, `'POST /form'`, `'HEAD /page'` and `'ANY /cache'`. */
export function addRoutes<M>(app: CaseApplication<M>, kit: Kit<M>, routes: Routes): void {
  for (const [route, value] of Object.entries(routes)) {
    const [, method = 'GET', path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(route) ?? [];
    const name = METHODS.find((each) => each === method.toLowerCase());
    if (name === undefined) app.route(path, middleware(value, kit), [method]);
    else app[name](path, middleware(value, kit));
  }
}

/** The return value of a function of `respond`: a string becomes text, any other value JSON. */
type Reply = HttpResponse | Response | string | object | boolean | null | undefined;

/** Responds with what a function returns for the request. */
export function respond(make: (request: ServerRequest) => Reply | Promise<Reply>): Recipe {
  return (kit) =>
    kit.handler((request) => {
      const reply = make(request);
      return reply instanceof Promise ? reply.then(responseOf) : responseOf(reply);
    });
}

function responseOf(reply: Reply): HttpResponse | Response {
  if (reply instanceof HttpResponse || reply instanceof Response) return reply;
  return typeof reply === 'string' ? new TextResponse(reply) : new JsonResponse(reply ?? null);
}

/** Throws this error. */
export function throws(error: unknown): Recipe {
  return (kit) => kit.throws(error);
}

/** Calls the next middleware, possibly with another request. */
export function pass(change?: (request: ServerRequest) => ServerRequest): Recipe {
  return (kit) => kit.pass(change);
}

/** Calls the next middleware, and changes its response. */
export function around(change: (response: HttpResponse, request: ServerRequest) => HttpResponse): Recipe {
  return (kit) => kit.around(change);
}

/** Leaves its name in the request, for `trace`. */
export function mark(name: string): Recipe {
  return (kit) => kit.mark(name);
}

/** Responds with the names of `mark`, joined by a space. */
export const trace: Recipe = (kit) => kit.trace();

/** The middleware that the container has by this name. */
export function service(name: string): Recipe {
  return (kit) => kit.service(name);
}

/** Routing, where it isn't piped by the application itself. */
export const routing: Recipe = (kit) => kit.routing;

/** Dispatch, where it isn't piped by the application itself. */
export const dispatch: Recipe = (kit) => kit.dispatch;

/** An array of middleware. */
export function list(...values: readonly Value[]): Recipe {
  return (kit) => kit.list(...values.map((value) => middleware(value, kit)));
}

/** A child application with routes. */
export function childWithRoutes(routes: Routes): Recipe {
  return (kit) => {
    const app = kit.routed();
    addRoutes(app, kit, routes);
    return kit.child(app);
  };
}

/** A child application with middleware and without routes. */
export function childWithPipes(...entries: readonly Entry[]): Recipe {
  return (kit) => {
    const app = kit.app();
    addPipes(app, kit, entries);
    return kit.child(app);
  };
}
