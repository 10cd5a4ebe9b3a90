import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { contract } from '../../../src/features/contract/index.ts';
import {
  defineMiddleware,
  EventStreamResponse,
  fromWeb,
  HttpError,
  HttpResponse,
  JsonResponse,
  type ServerRequest,
  TextResponse,
} from '../../../src/index.ts';
import { fromConnect, nodeRequestOf } from '../../../src/server/node/index.ts';
import type { CaseApplication, Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { askHttp2, serveHttp2 } from '../../support/http2-client.ts';
import { ask, serve } from '../../support/serve.ts';

const COUNT = 100;
const ID = /q\d+q/g;
const EVERYWHERE = ['outer', 'service', 'list', 'list within'];

interface Kind {
  readonly name: string;
  readonly method?: string;
  /** In front of the id of the request. */
  readonly path: string;
  readonly status?: number;
  /** Whether the id is sent as a JSON body, too. */
  readonly hasBody?: boolean;
  /** The middleware whose marks a handler responds with; undefined if no handler of ours responds. */
  readonly marks?: readonly string[];
}

const KINDS: readonly Kind[] = [
  { name: 'a route', path: '/plain/', marks: EVERYWHERE },
  { name: 'a group', path: '/api/', marks: [...EVERYWHERE, 'group'] },
  { name: 'a child application', path: '/shop/items/', marks: [...EVERYWHERE, 'prefix', 'child'] },
  { name: 'one within it', path: '/shop/deep/', marks: [...EVERYWHERE, 'prefix', 'child', 'grandchild'] },
  { name: 'a route behind it', path: '/shop/late/', marks: [...EVERYWHERE, 'prefix', 'child'] },
  { name: 'an application by handle()', path: '/handled/', marks: [...EVERYWHERE, 'handled'] },
  { name: 'a Web handler', path: '/web/' },
  { name: 'a contract', method: 'POST', path: '/contract/', hasBody: true, marks: EVERYWHERE },
  { name: 'a body', method: 'POST', path: '/body/', hasBody: true, marks: EVERYWHERE },
  { name: 'a stream', path: '/stream/' },
  { name: 'an event stream', path: '/events/' },
  { name: 'an error', path: '/error/', status: 409 },
  { name: 'a path that no route has', path: '/nothing/', status: 404 },
  { name: 'a method that no route has', method: 'DELETE', path: '/plain/', status: 405 },
  { name: 'a rejected request', path: '/%zz?', status: 400 },
  { name: 'no handshake of a WebSocket', path: '/socket/', status: 426 },
];

inBothVariants((kit) => {
  test.each<[string, (app: CaseApplication<unknown>) => Promise<Send>]>([
    ['fetch', async (app) => (request) => byFetch(app, request)],
    ['HTTP/1', async (app) => byHttp1(await serve(app))],
    ['HTTP/2', async (app) => byHttp2(await serveHttp2(app))],
  ])(
    'interleaved requests get their own values from every type of middleware: %s (P7)',
    async (transport, open) => {
      const gates = new Gates(transport.length);
      const send = await open(everyLayer(kit, gates) as CaseApplication<unknown>);
      const requests = Array.from({ length: COUNT }, (_, index) => {
        const kind = KINDS[index % KINDS.length] as Kind;
        return { ...kind, id: `q${index}q` };
      });
      const all = Promise.all(requests.map(async (request) => ({ request, response: await send(request) })));
      await gates.arrivals(COUNT);
      await gates.releaseUntilSettled(all);

      for (const { request, response } of await all) {
        const { name, id, status = 200, marks } = request;
        const ids = `${response.headers.join()} ${response.body}`.match(ID) ?? [];
        expect([name, response.status, ...new Set(ids)]).toEqual([name, status, id]);
        // The outermost middleware and the one of Express, at least.
        expect(response.headers).toEqual(expect.arrayContaining([`outer ${id}`, `express ${id}`]));
        if (marks === undefined) continue;
        expect([name, JSON.parse(response.body)]).toEqual([
          name,
          {
            params: { id },
            user: id,
            marks: marks.map((mark) => `${mark} ${id}`),
            ...(request.hasBody && { body: { id } }),
          },
        ]);
      }
    },
  );
});

/**
 * An application in which each middleware adds the id of its request, and waits for the gates before and after the
 * next one.
 */
function everyLayer<M>(kit: Kit<M>, gates: Gates): CaseApplication<M> {
  const layer = (name: string): M =>
    kit.shared(
      defineMiddleware(async (request, next) => {
        await gates.pass();
        const response = await next(marked(request, name));
        await gates.pass();
        return response.withAddedHeader('X-Layer', `${name} ${idOf(request)}`);
      }),
    );
  const respond = async (request: ServerRequest, body?: unknown): Promise<HttpResponse> => {
    await gates.pass();
    const { user } = nodeRequestOf<{ user: string }>(request);
    const marks = request.getAttribute('marks');
    return new JsonResponse({ params: request.params, user, marks, ...(body !== undefined && { body }) });
  };
  const handler = kit.handler((request) => respond(request));

  const grandchild = kit.app();
  grandchild.pipe(layer('grandchild'));
  grandchild.pipe(kit.routing);
  grandchild.pipe(kit.dispatch);
  grandchild.get('/{id}', handler);
  const child = kit.app();
  child.pipe(layer('child'));
  child.pipe('/deep', kit.child(grandchild));
  child.pipe(kit.routing);
  child.pipe(kit.dispatch);
  child.get('/items/{id}', handler);
  const other = kit.app();
  other.pipe(layer('handled'));
  other.pipe(handler);

  const app = kit.app({
    services: { Service: Promise.resolve(layer('service')) },
    errors: {
      render: async (error, request) => {
        await gates.pass();
        const { status = 500 } = error as { status?: number };
        return new TextResponse(`${(error as Error).message} ${idOf(request)}`, status);
      },
    },
  });
  app.pipe(layer('outer'));
  app.pipe(kit.service('Service'));
  app.pipe(kit.list(layer('list'), kit.list(layer('list within'))));
  const express = fromConnect((incoming, outgoing, next) => {
    const id = incoming.headers['x-id'] as string;
    Object.assign(incoming, { user: id });
    outgoing.setHeader('X-Express', `express ${id}`);
    void gates.pass().then(() => next());
  });
  app.pipe(kit.shared(express));
  app.pipe('/shop', layer('prefix'));
  app.pipe('/shop', kit.child(child));
  const web = fromWeb(async (request) => {
    await gates.pass();
    return new Response(request.url, { headers: { 'X-Web': String(request.headers.get('x-id')) } });
  });
  app.pipe('/web', kit.shared(web));
  if (app instanceof b.Application) app.pipe(new b.ErrorHandler());
  app.pipe(kit.routing);
  app.pipe(kit.dispatch);
  if (app instanceof a.Application) {
    app.pipeErrorHandler(async (error, request, response, next) => {
      await gates.pass();
      return next(request, response.withHeader('X-Error', idOf(request)), error);
    });
  }

  for (const path of ['/plain', '/shop/late']) app.get(`${path}/{id}`, handler);
  // Both variants register a group by the same call.
  (app as unknown as b.Application).group('/api', (api) => api.get('/{id}', handler as b.Middleware), {
    middleware: layer('group') as b.Middleware,
  });
  app.get(
    '/handled/{id}',
    kit.handler((request) => other.handle(request)),
  );
  const validate = async (value: unknown): Promise<object> => {
    await gates.pass();
    return { value };
  };
  const schema = { '~standard': { version: 1, vendor: 'test', validate } } as never;
  const checked = contract({ body: schema }).handle(({ body, request }) => respond(request as never, body));
  app.post('/contract/{id}', checked as never);
  app.post(
    '/body/{id}',
    kit.handler(async (request) => {
      await gates.pass();
      return respond(request, await request.json());
    }),
  );
  app.get(
    '/stream/{id}',
    kit.handler((request) => new HttpResponse(thrice(request, gates))),
  );
  app.get(
    '/events/{id}',
    kit.handler((request) => new EventStreamResponse(thrice(request, gates))),
  );
  app.get(
    '/error/{id}',
    kit.handler(async (request) => {
      await gates.pass();
      throw new HttpError(409, `Not ${idOf(request)}.`);
    }),
  );
  app.upgrade('/socket/{id}', {});
  return app;
}

async function* thrice(request: ServerRequest, gates: Gates): AsyncGenerator<string> {
  for (let count = 0; count < 3; count++) {
    await gates.pass();
    yield idOf(request);
  }
}

function idOf(request: ServerRequest<object>): string {
  return request.header('x-id') as string;
}

function marked(request: ServerRequest, name: string): ServerRequest {
  const marks = request.getAttribute<readonly string[]>('marks', []);
  return request.withAttribute('marks', [...marks, `${name} ${idOf(request)}`]);
}

/** Where requests wait until they are let through, a few at a time and in random order. */
class Gates {
  readonly #waiting: (() => void)[] = [];
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  pass(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async arrivals(count: number): Promise<void> {
    while (this.#waiting.length < count) await setImmediate();
  }

  async releaseUntilSettled(all: Promise<unknown>): Promise<void> {
    const state = { isSettled: false };
    const settle = (): void => void (state.isSettled = true);
    all.then(settle, settle);
    while (!state.isSettled) {
      for (const release of [this.#any(), this.#any(), this.#any()]) release?.();
      await setImmediate();
    }
  }

  #any(): (() => void) | undefined {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#waiting.splice(this.#state % (this.#waiting.length || 1), 1)[0];
  }
}

interface Sent extends Kind {
  readonly id: string;
}

interface Received {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

type Send = (request: Sent) => Promise<Received>;

function askingOf({ method = 'GET', path, id, hasBody = false }: Sent) {
  const headers: Record<string, string> = {
    'X-Id': id,
    ...(hasBody && { 'Content-Type': 'application/json' }),
  };
  return { method, path: path + id, headers, ...(hasBody && { body: JSON.stringify({ id }) }) };
}

async function byFetch(app: CaseApplication<unknown>, request: Sent): Promise<Received> {
  const { path, ...init } = askingOf(request);
  const response = await app.fetch(new Request(`http://localhost${path}`, init));
  return {
    status: response.status,
    headers: valuesOf(Object.fromEntries(response.headers)),
    body: await response.text(),
  };
}

function byHttp1(server: { readonly port: number }): Send {
  return async (request) => {
    const { status, headers, body } = await ask(server, askingOf(request));
    return { status, headers: valuesOf(headers), body };
  };
}

function byHttp2(session: Awaited<ReturnType<typeof serveHttp2>>): Send {
  return async (request) => {
    const { status, headers, body } = await askHttp2(session, askingOf(request));
    return { status, headers: valuesOf(headers), body };
  };
}

/** Several values of a header apart. */
function valuesOf(headers: object): readonly string[] {
  return Object.values(headers).flatMap((value) => String(value).split(', '));
}
