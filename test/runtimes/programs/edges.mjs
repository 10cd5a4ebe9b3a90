// Serves one application on every edge where two programs read a path: behind guards of other code, and in front of other readers. It
// prints the URL of each edge as one line of JSON. The arguments are the variant, the router, and the routes of honest clients as JSON.
import { createServer } from 'node:http';
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromWeb, JsonResponse, TextResponse, FileResponse } from 'fw-runtime';
import { fromConnect, toNodeHandler } from 'fw-runtime/node';
import { proxy } from 'fw-middleware/proxy';
import { staticFiles } from 'fw-middleware/static';
import express from 'express';
import { H3 } from 'h3';
import { Hono } from 'hono';
import serveStatic from 'serve-static';

const { Bun, Deno } = globalThis;
const [variant, routerName, list] = process.argv.slice(-3);
const { values, characters, folder } = JSON.parse(list);
const routes = [...new Set(values.map(({ route }) => route))];
const { Application } = await import(`fw-runtime/${variant}`);
const { TreeRouter } = await import('fw-runtime');
const ROUTERS = {
  tree: async () => TreeRouter,
  'find-my-way': async () => (await import('fw-runtime/router/find-my-way')).FindMyWayRouter,
  rou3: async () => (await import('fw-runtime/router/rou3')).Rou3Router,
  'path-to-regexp': async () => (await import('fw-runtime/router/path-to-regexp')).PathToRegexpRouter,
};
const Router = await ROUTERS[routerName]();

const SECRET = 'SECRET';
const root = mkdtempSync(join(tmpdir(), 'fw-edges-'));
mkdirSync(join(root, folder), { recursive: true });
writeFileSync(join(root, folder, 's.txt'), SECRET);
writeFileSync(join(root, 'public.txt'), 'public');
// Browsers send "ü" as "%C3%BC".
const folders = [...characters, '[', ']', 'ü'].map((character) => `f${character}`);
for (const name of folders) {
  mkdirSync(join(root, name));
  writeFileSync(join(root, name, 's.txt'), SECRET);
}

const secret = () => new TextResponse(SECRET);
const denied = () => new TextResponse('denied', 403);

/** An application with a route for ordinary clients, and a secret below the guarded folder. */
function appOf({ guard = false, secrets = true, server } = {}) {
  const app = new Application({ router: new Router(), log: () => {}, ...(server && { server }) });
  if (guard) app.pipe(folder, denied);
  if (secrets) {
    const mounted = new Application({ router: new Router(), log: () => {} });
    mounted.any('/[{rest:.*}]', secret);
    mounted.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.pipe(`${folder}/mounted`, mounted);
    app.any(folder, secret);
    app.any(`${folder}/{rest:.*}`, secret);
    for (const character of characters) app.any(`/r${character}me`, secret);
    for (const character of characters) app.pipe(`/m${character}`, mounted);
  }
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  for (const route of routes) {
    app.get(route, ({ params }) => new JsonResponse({ route, params }), route);
  }
  return app;
}

/** Whether a guard of other code, which reads the path as received, protects it. */
function isGuarded(path) {
  return (
    path.startsWith(folder) ||
    characters.some((one) => path.startsWith(`/r${one}me`) || path.startsWith(`/m${one}`)) ||
    folders.some((name) => path.startsWith(`/${name.replace('ü', '%C3%BC')}/`))
  );
}

/** Every path that a server may read, in any order of decoding, merging, cutting and resolving. */
function readingsOf(path) {
  const all = new Set();
  for (const separator of ['/', '/|%2F', '/|%5C|\\\\', '/|%2F|%5C|\\\\'])
    for (const end of ['$', '%00.*$'])
      for (const first of [true, false])
        for (const cut of [true, false]) {
          const trim = (text) => (cut ? text.replace(/(?:;|%3B)[^/]*/gi, '') : text);
          let read = first ? trim(path) : path;
          read = read.replace(new RegExp(end, 'i'), '').replace(new RegExp(separator, 'gi'), '/');
          if (!first) read = trim(read);
          const names = [];
          for (const name of read.split('/').filter((one) => one !== '' && one !== '.')) {
            if (name === '..') names.pop();
            else names.push(name);
          }
          all.add(`/${names.join('/')}`.toLowerCase());
        }
  return [...all];
}

function read(target) {
  const path = target.split('?')[0];
  return readingsOf(path).some((one) => one === folder || one.startsWith(`${folder}/`));
}

const edges = {};
/** Listens with a handler of Node. */
async function listen(name, handler) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  edges[name] = `http://127.0.0.1:${server.address().port}`;
  return edges[name];
}

/** Listens with a function of a Web Request: by the runtime's own server where there is one. */
async function listenWeb(name, handle, routesOfBun) {
  const hostname = '127.0.0.1';
  if (Bun) {
    const { port } = Bun.serve({
      hostname,
      port: 0,
      fetch: handle,
      ...(routesOfBun && { routes: routesOfBun }),
    });
    edges[name] = `http://${hostname}:${port}`;
  } else if (Deno) {
    const server = Deno.serve({ hostname, port: 0, onListen() {} }, handle);
    edges[name] = `http://${hostname}:${server.addr.port}`;
  } else {
    await listen(name, async (incoming, outgoing) => {
      if (!URL.canParse(incoming.url, 'http://localhost')) return outgoing.writeHead(400).end();
      const response = await handle(new Request(new URL(`http://localhost${incoming.url}`)));
      outgoing.writeHead(response.status).end(await response.text());
    });
  }
}

// Behind guards of other code.
const server = express;
const behind = () => appOf();
await listen('own listener', (incoming, outgoing) => {
  if (isGuarded(incoming.url)) return outgoing.writeHead(403).end('denied');
  handler(incoming, outgoing);
});
const handler = toNodeHandler(behind(), { passOn: [] });
const rooted = toNodeHandler(appOf({ secrets: false, server: { document_root: root } }), { passOn: [] });
await listen('own listener, document root', (incoming, outgoing) => {
  if (isGuarded(incoming.url)) return outgoing.writeHead(403).end('denied');
  rooted(incoming, outgoing);
});
// Readers behind a guard of other code that compare the path as received.
const rawReader = (path) => (isGuarded(path.split('?')[0]) ? SECRET : 'reader');
const echo = await listen('', (request, response) => response.writeHead(404).end(rawReader(request.url)));
delete edges[''];
const readers = {
  fromConnect: fromConnect((request, response) => {
    response.statusCode = 404;
    response.end(rawReader(request.url));
  }),
  'an Express app': fromConnect(
    express().use((request, response) => response.status(404).send(rawReader(request.originalUrl))),
  ),
  fromWeb: fromWeb((request) => new Response(rawReader(new URL(request.url).pathname), { status: 404 })),
  proxy: proxy({ upstream: echo }),
};
for (const [name, reader] of Object.entries(readers)) {
  const app = appOf({ secrets: false });
  app.pipe(reader);
  const handle = toNodeHandler(app, { passOn: [] });
  await listen(`own listener before ${name}`, (incoming, outgoing) =>
    isGuarded(incoming.url) ? outgoing.writeHead(403).end('denied') : handle(incoming, outgoing),
  );
}
const guardOf = (app, at) => {
  for (const path of [folder, ...characters.flatMap((one) => [`/r${one}me`, `/m${one}`])]) {
    // Patterns of Express have another syntax.
    app.use((request, response, next) =>
      request.path.toLowerCase().startsWith(`${at}${path}`.toLowerCase())
        ? response.status(403).send('denied')
        : next(),
    );
  }
  return app;
};
await listen('Express', guardOf(server(), '').use(toNodeHandler(behind())));
await listen('Express with a prefix', guardOf(server(), '/fw').use('/fw', toNodeHandler(behind())));
const legacy = server();
legacy.use(folder, (_request, response) => response.status(403).send('denied'));
await listen('Express, use()', legacy.use(toNodeHandler(appOf({ secrets: true }))));
const strict = { server: { strict_paths: true } };
const own = appOf(strict);
await listenWeb('app.fetch behind an if', (request) =>
  isGuarded(new URL(request.url).pathname) ? new Response('denied', { status: 403 }) : own.fetch(request),
);
if (Bun) {
  const forbidden = () => new Response('denied', { status: 403 });
  await listenWeb('app.fetch behind routes', own.fetch, { [folder]: forbidden, [`${folder}/*`]: forbidden });
}
if (globalThis.URLPattern !== undefined) {
  const patterns = [folder, `${folder}/*`].map((pathname) => new URLPattern({ pathname }));
  await listenWeb('app.fetch behind URLPattern', (request) =>
    patterns.some((pattern) => pattern.test(request.url))
      ? new Response('denied', { status: 403 })
      : own.fetch(request),
  );
}
const hono = new Hono();
hono.use(`/fw${folder}/*`, (context) => context.text('denied', 403));
hono.mount('/fw', appOf().fetch);
await listenWeb('Hono', hono.fetch);
const strictHono = new Hono();
strictHono.use('/fw/*', (context, next) =>
  isGuarded(context.req.path.slice(3)) ? context.text('denied', 403) : next(),
);
strictHono.mount('/fw', own.fetch);
await listenWeb('Hono, strict', strictHono.fetch);
const strictH3 = new H3();
strictH3.use(({ url }, next) =>
  isGuarded(url.pathname.slice(3)) ? new Response('denied', { status: 403 }) : next(),
);
strictH3.mount('/fw', own);
await listenWeb('h3, strict', strictH3.fetch);
const h3 = new H3();
h3.use(`/fw${folder}/**`, () => new Response('denied', { status: 403 }));
h3.mount('/fw', appOf());
await listenWeb('h3', h3.fetch);

// In front of other readers.
const run = async (name, reader) => {
  const app = appOf({ guard: true, secrets: reader === undefined });
  if (reader !== undefined) app.pipe(reader);
  const { url } = await app.run({ host: '127.0.0.1', port: 0, silent: true });
  edges[name] = url;
};
await run('Fw alone');
await run(
  'fromWeb',
  fromWeb(
    (request) => new Response(read(new URL(request.url).pathname) ? SECRET : 'reader', { status: 404 }),
  ),
);
await run('static', staticFiles({ root }));
const upstream = await listen('', (request, response) =>
  response.writeHead(404).end(read(request.url) ? SECRET : 'reader'),
);
delete edges[''];
await run('proxy', proxy({ upstream }));
await run('proxy of ambiguous paths', proxy({ upstream, ambiguous_paths: true }));
await run('serve-static', fromConnect(serveStatic(root)));
await run(
  'an Express reader',
  fromConnect(
    express().use((request, response) => response.status(404).send(read(request.url) ? SECRET : 'reader')),
  ),
);
const files = new Application({ router: new Router(), log: () => {} });
files.pipe(folder, denied);
files.pipeRoutingMiddleware().pipeDispatchMiddleware();
for (const route of routes) files.get(route, ({ params }) => new JsonResponse({ route, params }));
files.get('/{path:.+}', (request) => FileResponse.of(request, request.params.path, { root }));
edges.FileResponse = (await files.run({ host: '127.0.0.1', port: 0, silent: true })).url;

const named = appOf();
const urls = values.map(({ route, params }) => named.url(route, params));
console.log(JSON.stringify({ edges, urls }));
console.log(`Listening on ${edges['Fw alone']}`);
