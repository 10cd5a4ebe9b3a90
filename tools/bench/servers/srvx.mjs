// srvx alone: a `fetch` handler on its fast response. It has middleware but no router, so paths are compared by hand.
import { FastResponse, FastURL, serve } from 'srvx';
import * as reference from '../reference-app.mjs';

export async function start({ large }) {
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    silent: true,
    ...(large ? largeSite() : { fetch: smallSite }),
  });
  await server.ready();
  return Number(new URL(server.url).port);
}

function text(body, status = 200) {
  return new FastResponse(body, { status, headers: { 'Content-Type': reference.TEXT_TYPE } });
}

function json(value) {
  return new FastResponse(JSON.stringify(value), { headers: { 'Content-Type': reference.JSON_TYPE } });
}

function smallSite(request) {
  const { method } = request;
  const { pathname } = new FastURL(request.url);
  if (method === 'GET') {
    if (pathname === '/text') return text(reference.TEXT);
    if (pathname === '/json') return json(reference.greeting());
    const user = /^\/user\/(\d+)$/.exec(pathname);
    if (user !== null) return text(reference.userText(user[1]));
  } else if (method === 'POST' && pathname === '/echo') {
    return request.json().then(json, () => text('Bad Request', 400));
  }
  return text(reference.notFoundText(method, pathname), 404);
}

function largeSite() {
  const middleware = Array.from({ length: reference.MIDDLEWARES }, () => (request, next) => {
    reference.countPass();
    return next();
  });
  const handlers = new Map(reference.areas.map((area) => [area, (id) => text(reference.userText(id))]));
  const fetch = (request) => {
    const { pathname } = new FastURL(request.url);
    const slash = pathname.lastIndexOf('/');
    const handler = request.method === 'GET' ? handlers.get(pathname.slice(0, slash)) : undefined;
    return handler === undefined
      ? text(reference.notFoundText(request.method, pathname), 404)
      : handler(pathname.slice(slash + 1));
  };
  return { middleware, fetch };
}
