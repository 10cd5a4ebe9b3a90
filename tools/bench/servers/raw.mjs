// `node:http` by hand: the minimum that handles the scenarios correctly. It is the reference for every candidate.
import { createServer } from 'node:http';
import * as reference from '../reference-app.mjs';

export async function start({ large }) {
  const server = createServer(large ? largeSite() : smallSite);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

function send(response, status, type, body) {
  response.writeHead(status, ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(body);
}

function notFound(request, response) {
  send(response, 404, reference.TEXT_TYPE, reference.notFoundText(request.method, request.url));
}

function smallSite(request, response) {
  const { method, url } = request;
  if (method === 'GET') {
    if (url === '/text') return send(response, 200, reference.TEXT_TYPE, reference.TEXT);
    if (url === '/json')
      return send(response, 200, reference.JSON_TYPE, JSON.stringify(reference.greeting()));
    const user = /^\/user\/(\d+)$/.exec(url);
    if (user !== null) return send(response, 200, reference.TEXT_TYPE, reference.userText(user[1]));
  } else if (method === 'POST' && url === '/echo') {
    return echo(request, response);
  }
  notFound(request, response);
}

function echo(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const text = (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString();
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      return send(response, 400, reference.TEXT_TYPE, 'Bad Request');
    }
    send(response, 200, reference.JSON_TYPE, JSON.stringify(value));
  });
}

function largeSite() {
  const middlewares = Array.from({ length: reference.MIDDLEWARES }, () => () => reference.countPass());
  const handlers = new Map(
    reference.areas.map((area) => [
      area,
      (response, id) => send(response, 200, reference.TEXT_TYPE, reference.userText(id)),
    ]),
  );
  return (request, response) => {
    for (const middleware of middlewares) middleware(request, response);
    const { url } = request;
    const slash = url.lastIndexOf('/');
    const handler = request.method === 'GET' ? handlers.get(url.slice(0, slash)) : undefined;
    if (handler === undefined || slash === url.length - 1) notFound(request, response);
    else handler(response, url.slice(slash + 1));
  };
}
