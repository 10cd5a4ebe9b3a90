// The runtime's own server by hand: the least that handles the scenarios correctly. All other candidates are measured against it.
import * as reference from '../../reference-app.mjs';
import { listen } from './listen.mjs';

export function start(options) {
  return listen(createApp(options).fetch);
}

/** The handler, which workerd serves too. */
export function createApp({ large }) {
  return { fetch: large ? largeSite() : smallSite };
}

const TEXT = { headers: { 'Content-Type': reference.TEXT_TYPE } };
const JSON_HEADERS = { headers: { 'Content-Type': reference.JSON_TYPE } };

function pathOf(url) {
  const start = url.indexOf('/', 8);
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

function notFound(method, path) {
  const headers = { 'Content-Type': reference.TEXT_TYPE };
  return new Response(reference.notFoundText(method, path), { status: 404, headers });
}

function smallSite(request) {
  const { method } = request;
  const path = pathOf(request.url);
  if (method === 'GET') {
    if (path === '/text') return new Response(reference.TEXT, TEXT);
    if (path === '/json') return new Response(JSON.stringify(reference.greeting()), JSON_HEADERS);
    const user = /^\/user\/(\d+)$/.exec(path);
    if (user !== null) return new Response(reference.userText(user[1]), TEXT);
  } else if (method === 'POST' && path === '/echo') return echo(request);
  return notFound(method, path);
}

async function echo(request) {
  let value;
  try {
    value = await request.json();
  } catch {
    return new Response('Bad Request', { status: 400, headers: { 'Content-Type': reference.TEXT_TYPE } });
  }
  return new Response(JSON.stringify(value), JSON_HEADERS);
}

function largeSite() {
  const middlewares = Array.from({ length: reference.MIDDLEWARES }, () => () => reference.countPass());
  const handlers = new Map(
    reference.areas.map((area) => [area, (id) => new Response(reference.userText(id), TEXT)]),
  );
  return (request) => {
    for (const middleware of middlewares) middleware(request);
    const path = pathOf(request.url);
    const slash = path.lastIndexOf('/');
    const handler = request.method === 'GET' ? handlers.get(path.slice(0, slash)) : undefined;
    if (handler === undefined || slash === path.length - 1) return notFound(request.method, path);
    return handler(path.slice(slash + 1));
  };
}
