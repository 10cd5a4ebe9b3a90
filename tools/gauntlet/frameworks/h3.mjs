// Applications of h3, whose guards are `use('/path/**', guard)`. https://h3.dev/guide/basics/middleware
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getRouterParam, H3, serve, serveStatic } from 'h3';
import { guardsOf } from '../application.mjs';
import { CREDENTIALS, DENIED, MARKER, OPEN } from '../marker.mjs';
import { FILES } from './fw.mjs';

export function guard(event, next) {
  if (event.req.headers.get('authorization') === CREDENTIALS) return next();
  return new Response(DENIED, { status: 401 });
}

export function createH3({ guards = [], routes = [], groups = [], mounts = [], pages, files, fallback }) {
  const app = new H3();
  for (const prefix of guards.flat()) app.use(below(prefix), guard);
  for (const { at, ...mount } of mounts) app.mount(at, createH3(mount));
  for (const route of routes) register(app, route);
  for (const { at, routes } of groups) {
    app.use(below(at), guard);
    for (const route of routes) register(app, { ...route, path: at + route.path });
  }
  if (pages !== undefined) {
    const name = /:(\w+)/.exec(pages.at)?.[1] ?? 'rest';
    app.get(pathOf(pages.at), (event) =>
      respond(!pages.protected.includes(getRouterParam(event, name, { decode: true }))),
    );
  }
  if (files)
    app.use((event) =>
      serveStatic(event, {
        fallthrough: true,
        getContents: (id) => readFile(join(FILES, id)),
        async getMeta(id) {
          const stats = await stat(join(FILES, id)).catch(() => {});
          if (stats?.isFile()) return { size: stats.size, mtime: stats.mtimeMs };
        },
      }),
    );
  if (fallback !== undefined) app.all('/**', () => respond(fallback === 'open'));
  return app;
}

/** An application that has the guards only, in front of another fetch handler below a prefix. */
export function createH3Guards(definition, prefix, handler) {
  const app = new H3();
  for (const { path, isPrefix } of guardsOf(definition))
    app.use(`${prefix}${isPrefix ? below(path) : pathOf(path)}`, guard);
  app.mount(prefix, handler);
  return app;
}

export async function listen(app) {
  const server = serve(app, { hostname: '127.0.0.1', port: 0, silent: true, gracefulShutdown: false });
  await server.ready();
  return { url: server.url, close: () => server.close(true) };
}

function register(app, { path, method = 'GET', guarded, open }) {
  app.on(method, pathOf(path), () => respond(open), guarded ? { middleware: [guard] } : {});
}

function respond(isOpen) {
  return isOpen ? OPEN : new Response(MARKER, { headers: { 'X-Marker': MARKER } });
}

function pathOf(path) {
  return path.replace('*', '**:rest').replaceAll('%', '%25');
}

/** `/admin/**` is `/admin`, too. */
function below(prefix) {
  return prefix === '/' ? '/**' : `${pathOf(prefix)}/**`;
}
