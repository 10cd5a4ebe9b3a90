// Applications of Fw, in both variants and with each router.
import { fileURLToPath } from 'node:url';
import { jwt } from 'fw-middleware/jwt';
import { proxy } from 'fw-middleware/proxy';
import { staticFiles } from 'fw-middleware/static';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { PathToRegexpRouter } from 'fw-runtime/router/path-to-regexp';
import { Rou3Router } from 'fw-runtime/router/rou3';
import { KEY } from '../cases/tokens.mjs';
import { CREDENTIALS, DENIED, MARKER, OPEN } from '../marker.mjs';
import { UPSTREAM } from './upstream.mjs';

export const VARIANTS = { A: a, B: b };
export const ROUTERS = { TreeRouter: b.TreeRouter, FindMyWayRouter, Rou3Router, PathToRegexpRouter };
export const FILES = fileURLToPath(new URL('../fixtures', import.meta.url));

/** Guards that check a token, in both variants. */
const TOKEN_GUARDS = {
  key: await jwt({ key: KEY }),
  jwks: await jwt({ jwks: { keys: [KEY] }, issuer: false, audience: false }),
};

const isAllowed = (request) => request.header('authorization') === CREDENTIALS;

/** The differences between the variants. */
const GUARDS = {
  A: (denied) => (request, response, next) => (isAllowed(request) ? next(request, response) : denied()),
  B: (denied) => (request, delegate) => (isAllowed(request) ? delegate(request) : denied()),
};

/** Ways to serve files: by middleware behind the routes, which is the default, and by a route. */
export const READERS = { static: 'static', FileResponse: 'FileResponse' };

/**
 * @param {object} application the application of a case
 * @param {object} choice
 * @param {'A' | 'B'} choice.variant
 * @param {keyof typeof ROUTERS} choice.router
 * @param {keyof typeof READERS} choice.reader
 * @param {(app: object) => void} choice.outer registers middleware in front of everything else
 * @param {Function} choice.inner middleware behind everything else
 */
export function createFw(
  definition,
  { variant = 'B', router = 'TreeRouter', reader = 'static', outer, inner } = {},
) {
  const fw = VARIANTS[variant];
  const guard = GUARDS[variant](() => new fw.TextResponse(DENIED, 401));
  const whole = fill(definition, outer);
  if (inner !== undefined) whole.pipe(inner);
  return whole;

  function fill(node, outer) {
    const app = new fw.Application({ router: new ROUTERS[router](), log: () => {} });
    outer?.(app);
    for (const prefix of (node.guards ?? []).flat()) app.pipe(escaped(prefix), guard);
    if (node.tokens !== undefined) app.pipe(node.tokens.at, TOKEN_GUARDS[node.tokens.by]);
    for (const { at, ...mount } of node.mounts ?? []) app.pipe(at, fill(mount));
    for (const { at, to } of node.proxies ?? []) app.pipe(at, proxy({ upstream: `${UPSTREAM}${to}` }));
    for (const route of node.routes ?? []) register(app, route);
    for (const { at, routes } of node.groups ?? [])
      app.group(pathOf(at), (group) => routes.forEach((route) => register(group, route)), {
        middleware: [guard],
      });
    if (node.pages !== undefined) {
      const { at, protected: names } = node.pages;
      app.get(pathOf(at), ({ params }) => respond(!names.includes(Object.values(params)[0])));
    }
    if (node.files && reader === 'FileResponse')
      app.get('/{file:.*}', (request) => fw.FileResponse.of(request, request.params.file, { root: FILES }));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    if (node.files && reader === 'static') app.pipe(staticFiles({ root: FILES }));
    if (node.fallback !== undefined) app.pipe(() => respond(node.fallback === 'open'));
    return app;
  }

  function register(app, { path, method = 'GET', guarded, open }) {
    const handler = () => respond(open);
    app.route(pathOf(path), guarded ? [guard, handler] : handler, [method]);
  }

  function respond(isOpen) {
    return isOpen ? new fw.TextResponse(OPEN) : new fw.TextResponse(MARKER).withHeader('X-Marker', MARKER);
  }
}

/** A path of a case in the syntax of Fw. */
function pathOf(path) {
  return escaped(path)
    .replaceAll(/:(\w+)/g, '{$1}')
    .replace('*', '{rest:.*}');
}

function escaped(path) {
  return path.replaceAll('%', '%25');
}
