// Applications of Fastify, with guards as hooks of plugins and routes, or as middleware of a path by one of its plugins.
// https://fastify.dev/docs/latest/Reference/Hooks/, https://github.com/fastify/middie, https://github.com/fastify/fastify-express
import fastifyExpress from '@fastify/express';
import middie from '@fastify/middie';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { CREDENTIALS, DENIED, MARKER, OPEN } from '../marker.mjs';
import { guard } from './express.mjs';
import { FILES } from './fw.mjs';

const LENIENT = {
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: true,
  useSemicolonDelimiter: true,
  caseSensitive: false,
};

const hook = async (request, reply) => {
  if (request.headers.authorization !== CREDENTIALS) return reply.code(401).send(DENIED);
};

/** Guards are hooks: of the plugin that has the prefix, or of a route. */
export async function createFastify(definition) {
  const app = create(definition);
  await fillWithHooks(app, definition);
  return app;
}

/** Guards are `use(path, guard)` of @fastify/middie. */
export function createWithMiddie(definition) {
  return createWithUse(definition, middie);
}

/** Guards are `use(path, guard)` of @fastify/express. */
export function createWithFastifyExpress(definition) {
  return createWithUse(definition, fastifyExpress);
}

export async function listen(app) {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${app.server.address().port}`, close: () => app.close() };
}

function create({ lenient }) {
  return fastify(lenient ? { routerOptions: LENIENT } : {});
}

async function fillWithHooks(app, node) {
  const { guards = [], routes = [], groups = [], mounts = [], pages, files, fallback } = node;
  const prefixes = guards.flat().map((prefix) => `/${prefix}`.replace('//', '/'));
  const inside = (path) =>
    prefixes.find((prefix) => prefix === '/' || path === prefix || path.startsWith(`${prefix}/`));
  if (prefixes.includes('/')) app.addHook('onRequest', hook);
  // A plugin for each guarded prefix, with the routes and the mounts below it.
  for (const prefix of prefixes.filter((prefix) => prefix !== '/'))
    await app.register(
      async (plugin) => {
        plugin.addHook('onRequest', hook);
        const [ownRoutes, ownMounts] = [
          routes.filter(({ path }) => inside(path) === prefix),
          mounts.filter(({ at }) => inside(at) === prefix),
        ];
        await fillWithHooks(plugin, {
          routes: ownRoutes.map((route) => ({ ...route, path: route.path.slice(prefix.length) })),
          mounts: ownMounts.map((mount) => ({ ...mount, at: mount.at.slice(prefix.length) })),
        });
      },
      { prefix },
    );
  for (const { at, ...mount } of mounts.filter(({ at }) => !inside(at) || prefixes.includes('/')))
    await app.register((plugin) => fillWithHooks(plugin, mount), { prefix: at });
  for (const route of routes.filter(({ path }) => !inside(path) || prefixes.includes('/')))
    register(app, route, route.guarded ? { onRequest: hook } : {});
  for (const { at, routes } of groups)
    await app.register(
      async (plugin) => {
        plugin.addHook('onRequest', hook);
        for (const route of routes) register(plugin, route, {});
      },
      { prefix: at },
    );
  // A catch-all route is registered once; the guarded names are a route of their own.
  if (pages !== undefined) {
    registerPages(app, pages);
    for (const prefix of prefixes) {
      const isName = !pages.at.endsWith('*');
      app.get(isName ? prefix : `${prefix}/*`, { onRequest: hook }, ({ params }, reply) =>
        respond(
          reply,
          !pages.protected.includes(isName ? prefix.split('/').at(-1) : `${prefix.slice(1)}/${params['*']}`),
        ),
      );
    }
  }
  if (files) {
    await app.register(fastifyStatic, { root: FILES });
    for (const prefix of prefixes)
      app.get(`${prefix}/*`, { onRequest: hook }, (request, reply) =>
        reply.sendFile(`${prefix.slice(1)}/${request.params['*']}`),
      );
  }
  setFallback(app, fallback);
}

async function createWithUse(definition, plugin) {
  const app = create(definition);
  await app.register(plugin);
  await fillWithUse(app, definition);
  return app;
}

async function fillWithUse(app, node) {
  const { guards = [], routes = [], groups = [], mounts = [], pages, files, fallback } = node;
  for (const path of guards) app.use(path, guard);
  for (const { at, ...mount } of mounts)
    await app.register((plugin) => fillWithUse(plugin, mount), { prefix: at });
  for (const route of routes) {
    if (route.guarded) app.use(route.path.replace('*', '*rest'), guard);
    register(app, route, {});
  }
  for (const { at, routes } of groups)
    await app.register(
      async (plugin) => {
        plugin.use(guard);
        for (const route of routes) register(plugin, route, {});
      },
      { prefix: at },
    );
  if (pages !== undefined) registerPages(app, pages);
  if (files) await app.register(fastifyStatic, { root: FILES });
  setFallback(app, fallback);
}

function register(app, { path, method = 'GET', open }, options) {
  app.route({ method, url: path, handler: (_request, reply) => respond(reply, open), ...options });
}

function registerPages(app, { at, protected: names }) {
  app.get(at, ({ params }, reply) => respond(reply, !names.includes(Object.values(params)[0])));
}

function setFallback(app, fallback) {
  if (fallback !== undefined)
    app.setNotFoundHandler({}, (_request, reply) => respond(reply, fallback === 'open'));
}

function respond(reply, isOpen) {
  return isOpen ? reply.send(OPEN) : reply.header('X-Marker', MARKER).send(MARKER);
}
