import { expect, test } from 'vitest';
import { Application, MiddlewarePipe, TextResponse } from '../../../src/a/index.ts';
import { deferred } from '../../support/deferred.ts';
import { inJavaScript } from '../../support/in-javascript.ts';

const FORGOTTEN =
  /The middleware \w+ returned undefined for GET \/\w*; write "return next\(request, response\)"/;

function showing(debug: boolean): Application {
  return new Application({ debug: debug && 'everyone', log: () => {} });
}

async function answerOf(app: Application, path = '/'): Promise<string> {
  const response = await app.request(path);
  return `${response.status} ${await response.text()}`;
}

for (const debug of [false, true]) {
  test(`a middleware that calls next does not affect another request in it; debug: ${debug} (A1, P7)`, async () => {
    const held = deferred();
    // One of the requests calls next while the other, which writes and returns nothing, is still in here.
    const mixed = inJavaScript(async (request, response, next) => {
      if (request.path === '/on') {
        await held.promise;
        return next(request, response);
      }
      response.body.write('written');
      await held.promise;
      await Promise.resolve();
    });
    const app = showing(debug)
      .pipe(mixed)
      .pipe(() => new TextResponse('inner'));
    const answers = Promise.all(['/on', '/write', '/on', '/write'].map((path) => answerOf(app, path)));
    held.resolve();
    expect(await answers).toEqual(['200 inner', '200 written', '200 inner', '200 written']);
  });

  test(`a middleware that calls its own application within a request is distinguished; debug: ${debug} (A1)`, async () => {
    const inner: Promise<Response>[] = [];
    const app = showing(debug);
    app.pipe(
      inJavaScript(function recursive(request, response, next) {
        if (request.path === '/inner') return next(request, response);
        inner.push(app.request('/inner'));
        response.body.write('written');
        return undefined;
      }),
    );
    app.pipe(() => new TextResponse('inner'));
    expect(await answerOf(app, '/outer')).toBe('200 written');
    expect(await (await inner[0])?.text()).toBe('inner');
  });

  test(`a middleware that hands its request to another application may return nothing; debug: ${debug} (A1, E5)`, async () => {
    const asked: Promise<unknown>[] = [];
    const held = deferred();
    const other = new Application({ debug })
      .pipe(async (request, response, next) => {
        await held.promise;
        return next(request, response);
      })
      .pipe(() => new TextResponse('other'));
    const app = showing(debug).pipe(
      inJavaScript(async (request, response) => {
        asked.push(other.handle(request));
        response.body.write('written');
        held.resolve();
        await asked[0];
      }),
    );
    expect(await answerOf(app)).toBe('200 written');
  });

  test(`requests that a middleware fans out to one application are distinguished; debug: ${debug} (A1, P7)`, async () => {
    const held = deferred();
    const child = showing(debug)
      .pipe(
        inJavaScript(async function part(request, response, next) {
          await Promise.resolve();
          if (request.path === '/on') return next(request, response);
          await held.promise;
          response.body.write('written');
          return undefined;
        }),
      )
      .pipe(async () => {
        held.resolve();
        await Promise.resolve();
        return new TextResponse('inner');
      });
    const app = showing(debug).pipe(async (request) => {
      const answers = await Promise.all(
        ['/write', '/on'].map((path) => child.handle(request.withPath(path))),
      );
      const texts = await Promise.all(answers.map((answer) => answer.toWeb().text()));
      return new TextResponse(texts.join());
    });
    expect(await answerOf(app)).toBe('200 written,inner');
  });

  test(`a middleware may write after its application has handled its request again; debug: ${debug} (A1)`, async () => {
    const entered = deferred();
    const answered = deferred();
    const warmed: Promise<unknown>[] = [];
    const app = showing(debug);
    app.pipe(
      inJavaScript(async function warming(request, response, next) {
        await Promise.resolve();
        if (request.path === '/warm') return next(request, response);
        warmed.push(app.handle(request.withPath('/warm')));
        await entered.promise;
        response.body.write('written');
        return undefined;
      }),
    );
    app.pipe(async () => {
      entered.resolve();
      await answered.promise;
      return new TextResponse('inner');
    });
    expect(await answerOf(app)).toBe('200 written');
    answered.resolve();
    expect(await warmed[0]).toMatchObject({ status: 200 });
  });

  test(`a throw after next does not affect the retry; debug: ${debug} (A1)`, async () => {
    let runs = 0;
    const app = showing(debug)
      .pipe(async (request, response, next) => {
        await next(request, response);
        return next(request, response);
      })
      .pipe(
        inJavaScript(async function failingFirst(request, response, next) {
          await Promise.resolve();
          if (++runs === 1) {
            await next(request, response);
            throw new Error('first');
          }
          response.body.write('written');
          return undefined;
        }),
      )
      .pipe(() => new TextResponse('inner'));
    expect(await answerOf(app)).toBe('200 written');
  });

  test(`a middleware that runs twice is checked each time; debug: ${debug} (A1)`, async () => {
    let runs = 0;
    const app = showing(debug)
      .pipe(async (request, response, next) => {
        await next(request, response);
        return next(request, response);
      })
      .pipe(
        inJavaScript(async (request, response, next) => {
          await Promise.resolve();
          if (++runs === 1) return next(request, response);
          response.body.write('written');
        }),
      )
      .pipe(() => new TextResponse('inner'));
    expect(await answerOf(app)).toBe('200 written');
  });

  test(`a forgotten return is reported in routes, nested pipes and error middleware; debug: ${debug} (A1)`, async () => {
    const forgetful = inJavaScript(async function forgetful(request, response, next) {
      await next(request, response);
    });
    const inRoute = showing(debug).pipeRoutingMiddleware().pipeDispatchMiddleware();
    inRoute.get('/x', [forgetful, () => new TextResponse('inner')]);
    const inPipe = showing(debug)
      .pipe(new MiddlewarePipe().pipe(forgetful))
      .pipe(() => new TextResponse('inner'));
    const inErrors = showing(debug).pipe(() => {
      throw new Error('first');
    });
    inErrors.pipeErrorHandler(function forgetfulOfErrors(error, request, response, next) {
      void next(request, response, error);
      return undefined as never;
    });
    for (const app of [inRoute, inPipe, inErrors]) {
      app.pipeErrorHandler((error) => new TextResponse(String(error), 500));
      expect(await answerOf(app, '/x')).toMatch(FORGOTTEN);
    }
  });

  test(`error middleware that returns nothing yields the response that it has written to; debug: ${debug} (A1)`, async () => {
    const app = showing(debug)
      .pipe(() => {
        throw new Error('first');
      })
      .pipeErrorHandler((_error, _request, response) => {
        response.body.write('written');
        return undefined as never;
      });
    expect(await answerOf(app)).toBe('200 written');
  });
}
