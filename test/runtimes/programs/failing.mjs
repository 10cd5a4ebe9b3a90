// Serves handlers that throw and return what failures.mjs lists, in both variants and in every setup, each on a port of its own.
import { createServer } from 'node:http';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { toNodeHandler } from 'fw-runtime/node';
import { badResponses, thrownValues } from './failures.mjs';

const { Bun, process } = globalThis;
const { ENGINE } = process.env;
const hostname = '127.0.0.1';

// What the process was told, and would end by itself.
const noted = { lines: 0, unhandled: 0 };
for (const name of ['log', 'warn', 'error']) {
  const print = console[name];
  console[name] = (...given) => {
    // A value that can't be printed throws, and counts for nothing.
    print(...given);
    if (!String(given[0]).startsWith('SERVERS')) noted.lines++;
  };
}
for (const name of ['unhandledRejection', 'uncaughtException']) process.on(name, () => noted.unhandled++);

const fail = () => {
  throw new Error('a logger that throws');
};
const renderer = (render) => ({ errors: { render } });

/** The options of each setup. */
const SETUPS = {
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

function createApplication(variant, setup) {
  const { Application } = variant;
  const app = new Application({ ...SETUPS[setup], ...(ENGINE && { server: { engine: ENGINE } }) });
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

/** The hooks of a WebSocket, of which that in the path fails: at once, or with the query `later` asynchronously. */
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

/** @returns the URL */
async function serve(app, setup) {
  if (setup === 'app.fetch' && Bun) return Bun.serve({ hostname, port: 0, fetch: app.fetch }).url.origin;
  if (!/^(?:toNodeHandler|app\.fetch)/.test(setup)) {
    return (await app.run({ host: hostname, port: 0, signals: false, silent: true })).url;
  }
  const handle = toNodeHandler(app);
  const listener =
    setup === 'app.fetch'
      ? (incoming, outgoing) => void answerByFetch(app, incoming, outgoing)
      : setup === 'toNodeHandler'
        ? (incoming, outgoing) => handle(incoming, outgoing)
        : (incoming, outgoing) => handle(incoming, outgoing, () => outgoing.writeHead(404).end('next'));
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, hostname, resolve));
  return `http://${hostname}:${server.address().port}`;
}

// As a platform does that calls `fetch`. A promise that rejects is an unhandled rejection.
async function answerByFetch(app, { url, headers }, outgoing) {
  const response = await app.fetch(new Request(`http://${hostname}${url}`, { headers }));
  try {
    const body = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
  } catch {
    // A stream that fails, or has the wrong length, is for the platform to report.
    outgoing.writeHead(500).end();
  }
}

const served = [];
for (const setup of Object.keys(SETUPS)) {
  if (setup === 'development tools') await import('fw-devtools/attach');
  for (const [name, variant] of Object.entries({ a, b })) {
    served.push({ variant: name, setup, url: await serve(createApplication(variant, setup), setup) });
  }
}
const values = { thrown: thrownValues(b), responses: badResponses(b) };
console.log(`SERVERS ${JSON.stringify({ served, ...values })}`);
console.log(`Listening on ${served[0].url}`);
