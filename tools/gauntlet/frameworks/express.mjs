// Applications of Express, whose guards are `use(path, guard)` and middleware of routes.
// https://expressjs.com/en/guide/using-middleware.html
import express from 'express';
import { guardsOf } from '../application.mjs';
import { CREDENTIALS, DENIED, MARKER, OPEN } from '../marker.mjs';
import { FILES } from './fw.mjs';

export function guard(request, response, next) {
  if (request.headers.authorization === CREDENTIALS) next();
  else response.writeHead(401).end(DENIED);
}

export function createExpress({
  guards = [],
  routes = [],
  groups = [],
  mounts = [],
  pages,
  files,
  fallback,
}) {
  const app = express();
  for (const prefix of guards)
    app.use(Array.isArray(prefix) ? prefix.map(prefixOf) : prefixOf(prefix), guard);
  for (const { at, ...mount } of mounts) app.use(at, createExpress(mount));
  for (const route of routes) register(app, route);
  for (const { at, routes } of groups) {
    const router = express.Router({ mergeParams: true });
    router.use(guard);
    for (const route of routes) register(router, route);
    app.use(at, router);
  }
  if (pages !== undefined)
    app.get(pathOf(pages.at), ({ params }, response) => {
      const value = [Object.values(params)[0]].flat().join('/');
      respond(response, !pages.protected.includes(value));
    });
  if (files) app.use(express.static(FILES));
  if (fallback !== undefined) app.use((_request, response) => respond(response, fallback === 'open'));
  return app;
}

/** An application that has the guards only, and calls `next`. */
export function createExpressGuards(definition) {
  const app = express();
  for (const { path } of guardsOf(definition)) app.use(pathOf(path), guard);
  return app;
}

/** @param {import('node:http').Server | object} app an application, or a server */
export async function listen(app) {
  const server = await new Promise((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

function register(router, { path, method = 'GET', guarded, open }) {
  const handlers = [(_request, response) => respond(response, open)];
  if (guarded) handlers.unshift(guard);
  router[method.toLowerCase()](pathOf(path), ...handlers);
}

function respond(response, isOpen) {
  if (!isOpen) response.set('X-Marker', MARKER);
  response.send(isOpen ? OPEN : MARKER);
}

/** Paths are compared as they are received. */
function pathOf(path) {
  return path.replace('*', '*rest').replaceAll('%', '%25');
}

function prefixOf(prefix) {
  return pathOf(prefix.startsWith('/') ? prefix : `/${prefix}`);
}
