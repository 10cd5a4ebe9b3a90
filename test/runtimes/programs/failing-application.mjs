// Applications whose handlers throw and return what failures.mjs lists, in every setup.
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { badResponses, thrownValues } from './failures.mjs';

const { ENGINE } = globalThis.process.env;

const fail = () => {
  throw new Error('a logger that throws');
};
const renderer = (render) => ({ errors: { render } });

/** The options of each setup. */
export const SETUPS = {
  plain: {},
  handled: {},
  'a renderer that throws': renderer(() => {
    throw new Error('a renderer that throws');
  }),
  'a renderer that rejects': renderer(() => Promise.reject(Object.create(null))),
  'a renderer that returns no response': renderer(() => Proxy.revocable({}, {}).proxy),
  'a renderer of Web responses': renderer(() => undefined),
  'a logger that throws': { logger: { info: fail, warn: fail, error: fail } },
  'a logger that rejects': {
    logger: { info() {}, warn() {}, error: () => Promise.reject(new Error('a logger that rejects')) },
  },
  'a log that throws': { log: fail },
  'debug for everyone': { debug: 'everyone' },
  tracing: { tracing: true },
  toNodeHandler: {},
  'toNodeHandler with next': {},
  'app.fetch': {},
  WebSockets: {},
  // Last, because they are attached to all applications with `debug` that are created later.
  'development tools': { debug: 'everyone' },
};

/**
 * @param variant the module of a variant
 * @param noted what `/ping` responds with
 */
export function createApplication(variant, setup, noted) {
  const { Application } = variant;
  const app = new Application({
    ...SETUPS[setup],
    server: { body_limit: 1000, ...(ENGINE && { engine: ENGINE }) },
  });
  if (setup === 'handled' && variant === b)
    app.pipe(new b.ErrorHandler().attachListener(() => Promise.reject(null)));
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  if (setup === 'handled' && variant === a) {
    app.pipe((error, request, response, next) => next(request, response, error));
  }
  const thrown = thrownValues(variant);
  const responses = badResponses(variant);
  app.get('/throw/{index}', ({ params }) => {
    throw thrown[params.index].create();
  });
  app.get('/reject/{index}', async ({ params }) => {
    await Promise.resolve();
    throw thrown[params.index].create();
  });
  app.get('/respond/{index}', ({ params }) => responses[params.index].create());
  app.get('/respond-later/{index}', async ({ params }) => {
    await Promise.resolve();
    return responses[params.index].create();
  });
  if (setup === 'WebSockets') app.upgrade('/socket/{hook}/{index}', failingHooks(thrown));
  app.get('/ping', () => new variant.JsonResponse(noted));
  return app;
}

/** The hooks of a WebSocket. The hook in the path fails: synchronously, or with the query `later` asynchronously. */
function failingHooks(thrown) {
  const failing = (name) => (given) => {
    const { params, query } = given.context?.request ?? given;
    if (params.hook !== name) return undefined;
    const error = thrown[params.index].create();
    if (!query.has('later')) throw error;
    return (async () => {
      await Promise.resolve();
      throw error;
    })();
  };
  return Object.fromEntries(['upgrade', 'open', 'message', 'close'].map((name) => [name, failing(name)]));
}
