import { describe, expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import { HttpResponse, JsonResponse, ServerRequest } from '../../../src/index.ts';
import type { CaseApplication, Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { askHttp2, serveHttp2 } from '../../support/http2-client.ts';
import { ask, serve } from '../../support/serve.ts';

/** A response as users write one: with public, private and accessor fields, private methods and getters. */
class Receipt extends JsonResponse {
  readonly lines: readonly number[];
  note = 'none';
  #currency = 'EUR';
  #cents = 0;

  constructor(lines: readonly number[], status = 200) {
    super({ lines }, status);
    this.lines = lines;
    for (const line of lines) this.#add(line);
  }

  get currency(): string {
    return this.#currency;
  }

  set currency(code: string) {
    this.#currency = code;
  }

  get total(): string {
    return `${this.#cents} ${this.#currency}`;
  }

  #add(cents: number): void {
    this.#cents += cents;
  }

  addTip(cents: number): this {
    this.#add(cents);
    return this;
  }
}

/** Everything that middleware can place around a handler; `receipt` is its response. */
const LAYERS: Readonly<Record<string, <M>(kit: Kit<M>, app: CaseApplication<M>, handler: M) => unknown>> = {
  nothing: (_kit, app, handler) => app.pipe(handler),
  'middleware that returns it': (kit, app, handler) => {
    app.pipe(kit.pass());
    app.pipe(kit.around((response) => response));
    app.pipe(handler);
  },
  'a path prefix': (_kit, app, handler) => app.pipe('/shop', handler),
  'an array': (kit, app, handler) => app.pipe(kit.list(kit.pass(), kit.list(handler))),
  'a route': (kit, app, handler) => {
    app.pipe(kit.routing);
    app.pipe(kit.dispatch);
    app.get('/shop/{id}', kit.list(kit.pass(), handler));
  },
  'a child application': (kit, app, handler) => {
    const child = kit.routed();
    child.get('/receipt', handler);
    app.pipe('/shop', kit.child(child));
  },
  'a service': (kit, app) => app.pipe(kit.service('Handler')),
};

inBothVariants((kit) => {
  describe.each([{ debug: false }, { debug: true }])('with %j, a response of a subclass', ({ debug }) => {
    // A redirect is the one response that an application looks into where a middleware returns it.
    describe.each([200, 302])('whose status is %i', (status) => {
      test.each(Object.entries(LAYERS))('is the same object outside of %s', async (_, attach) => {
        for (const isAsync of [false, true]) {
          const receipt = new Receipt([1, 2], status);
          const handler = kit.handler(() => (isAsync ? Promise.resolve(receipt) : receipt));
          const app = kit.app({ debug, services: { Handler: handler } });
          attach(kit, app, handler);
          const response = await app.handle(new ServerRequest('/shop/receipt'));
          expect(response).toBe(receipt);
          receipt.currency = 'CHF';
          receipt.note = 'paid';
          expect([receipt.addTip(3).total, receipt.note, receipt.lines]).toEqual(['6 CHF', 'paid', [1, 2]]);
        }
      });
    });

    test.each<[string, (response: HttpResponse) => HttpResponse]>([
      ['withHeader', (response) => response.withHeader('X-A', '1')],
      ['withAddedHeader', (response) => response.withAddedHeader('X-A', '1')],
      ['withoutHeader', (response) => response.withoutHeader('X-A')],
      ['withCookie', (response) => response.withCookie('a', '1')],
      ['withoutCookie', (response) => response.withoutCookie('a')],
      ['withStatus', (response) => response.withStatus(200)],
      ['withBody', (response) => response.withBody('{"lines":[1,2]}')],
    ])('is copied by %s to an HttpResponse without the fields of the subclass (H8)', async (_, change) => {
      const receipt = new Receipt([1, 2]);
      const app = kit.app({ debug });
      app.pipe(kit.around(change));
      app.pipe(kit.handler(() => receipt));
      const response = await app.handle(new ServerRequest('/'));
      expect(Object.getPrototypeOf(response)).toBe(HttpResponse.prototype);
      expect(response).not.toHaveProperty('lines');
      expect(response).not.toHaveProperty('total');
      expect([response.status, response.header('content-type')]).toEqual([200, 'application/json']);
      expect(await response.toWeb().json()).toEqual({ lines: [1, 2] });
      // The response that was copied is what it was.
      expect([receipt.addTip(3).total, receipt.header('x-a'), receipt.header('set-cookie')]).toEqual([
        '6 EUR',
        undefined,
        undefined,
      ]);
    });

    test('that overrides a method is copied by that', async () => {
      class Signed extends Receipt {
        readonly #key = 'secret';
        override withHeader(name: string, value: string | readonly string[]): HttpResponse {
          return super.withHeader(name, value).withAddedHeader('X-Signed', `${name} ${this.#key.length}`);
        }
      }
      const app = kit.app({ debug });
      app.pipe(kit.around((response) => response.withHeader('X-A', '1')));
      app.pipe(kit.handler(() => new Signed([1])));
      expect((await app.request('/')).headers.get('x-signed')).toBe('X-A 6');
    });

    test('is sent with the data written to its body', async () => {
      const app = kit.app({ debug });
      app.pipe(
        kit.handler(() => {
          const response = new Receipt([1, 2]);
          response.body.write('\n');
          return response;
        }),
      );
      const body = '{"lines":[1,2]}\n';
      expect(await (await app.request('/')).text()).toBe(body);
      const answer = await ask(await serve(app));
      expect([answer.status, answer.headers['content-length'], answer.body]).toEqual([200, '16', body]);
      expect(await askHttp2(await serveHttp2(app))).toMatchObject({ status: 200, body });
    });
  });
});

describe.each([{ debug: false }, { debug: true }])('A, with %j: a response of a subclass', ({ debug }) => {
  test('that is passed to next reaches the next middleware, and its error middleware too (A1, A2)', async () => {
    const receipt = new Receipt([1, 2]);
    const seen: HttpResponse[] = [];
    const app = new a.Application({ debug, log: () => {} });
    app.pipe((request, _response, next) => next(request, receipt));
    app.pipe('/', async (request, response, next) => next(request, response));
    app.pipe((request, response, next) => {
      seen.push(response);
      return next(request, response, new Error('out of paper'));
    });
    app.pipeErrorHandler((_error, _request, response) => {
      seen.push(response);
      return response;
    });
    seen.push(await app.handle(new ServerRequest('/')));
    expect(seen).toEqual([receipt, receipt, receipt]);
    for (const response of seen) expect(response).toBe(receipt);
    expect(receipt.addTip(3).total).toBe('6 EUR');
  });
});
