import { expect, test } from 'vitest';
import { Application, TextResponse, TreeRouter } from '../../src/a/index.ts';

test.each([false, true])(
  'error middleware responds to an error of the router, debug: %s (A2)',
  async (debug) => {
    class Broken extends TreeRouter {
      override match(): never {
        throw new Error('no routes');
      }
    }
    const app = new Application({ router: new Broken(), debug, log: () => {} });
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.pipeErrorHandler((error) => new TextResponse(String(error), 503));
    const response = await app.request('/');
    expect([response.status, await response.text()]).toEqual([503, 'Error: no routes']);
  },
);
