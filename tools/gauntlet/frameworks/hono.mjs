// Applications of Hono, whose guards are `use('/path/*', guard)`. https://hono.dev/docs/guides/middleware
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { jwk } from 'hono/jwk';
import { jwt } from 'hono/jwt';
import { guardsOf } from '../application.mjs';
import { KEY } from '../cases/tokens.mjs';
import { CREDENTIALS, DENIED, MARKER, OPEN } from '../marker.mjs';
import { FILES } from './fw.mjs';

export function guard(context, next) {
  return context.req.header('authorization') === CREDENTIALS ? next() : context.text(DENIED, 401);
}

const TOKEN_GUARDS = {
  key: jwt({ secret: KEY, alg: 'RS256' }),
  jwks: jwk({ keys: [KEY], alg: ['RS256'] }),
};

export function createHono({
  guards = [],
  routes = [],
  groups = [],
  mounts = [],
  pages,
  files,
  fallback,
  lenient,
  tokens,
}) {
  const app = new Hono({ strict: !lenient });
  for (const prefix of guards.flat()) app.use(below(prefix), guard);
  if (tokens !== undefined) app.use(below(tokens.at), TOKEN_GUARDS[tokens.by]);
  for (const { at, ...mount } of mounts) app.route(at, createHono(mount));
  for (const route of routes) register(app, route);
  for (const { at, routes } of groups) {
    const group = new Hono().use(guard);
    for (const route of routes) register(group, route);
    app.route(at, group);
  }
  if (pages !== undefined)
    app.get(pages.at.replace('*', ':rest{.+}'), (context) =>
      respond(context, !pages.protected.includes(Object.values(context.req.param())[0])),
    );
  if (files) app.use('*', serveStatic({ root: FILES }));
  if (fallback !== undefined) app.all('*', (context) => respond(context, fallback === 'open'));
  return app;
}

/** An application that has the guards only, in front of another fetch handler below a prefix. */
export function createHonoGuards(definition, prefix, handler) {
  const app = new Hono();
  for (const { path, isPrefix } of guardsOf(definition))
    app.use(`${prefix}${isPrefix ? below(path) : escaped(path)}`, guard);
  app.mount(prefix, handler);
  return app;
}

/** By the server that Hono's documentation names for the runtime. */
export async function listen({ fetch }) {
  const { Bun, Deno } = globalThis;
  const address = { hostname: '127.0.0.1', port: 0 };
  if (Bun) return { url: Bun.serve({ ...address, fetch }).url.href };
  return new Promise((resolve) => {
    if (Deno) {
      Deno.serve({ ...address, onListen: ({ port }) => resolve({ url: `http://127.0.0.1:${port}` }) }, fetch);
      return;
    }
    const server = serve({ ...address, fetch }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close() }),
    );
  });
}

function register(app, { path, method = 'GET', guarded, open }) {
  const handlers = [(context) => respond(context, open)];
  if (guarded) handlers.unshift(guard);
  app.on(method, escaped(path), ...handlers);
}

function respond(context, isOpen) {
  return isOpen ? context.text(OPEN) : context.text(MARKER, 200, { 'X-Marker': MARKER });
}

/** `/admin/*` is `/admin`, too. */
function below(prefix) {
  return prefix === '/' ? '*' : `${escaped(prefix)}/*`;
}

/** Paths are decoded, except for `%25`. */
function escaped(path) {
  return path.replaceAll('%', '%25');
}
