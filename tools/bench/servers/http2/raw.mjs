// `node:http2` by hand.
import { createSecureServer } from 'node:http2';
import { cert, key } from '../../certificate.mjs';
import * as reference from '../../reference-app.mjs';

export async function start() {
  const server = createSecureServer({ cert, key }, handle);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

function handle(request, response) {
  const { method, url } = request;
  if (method === 'GET' && url === '/text') send(response, 200, reference.TEXT_TYPE, reference.TEXT);
  else if (method === 'POST' && url === '/echo') echo(request, response);
  else send(response, 404, reference.TEXT_TYPE, reference.notFoundText(method, url));
}

function send(response, status, type, body) {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function echo(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    send(response, 200, reference.JSON_TYPE, JSON.stringify(JSON.parse(Buffer.concat(chunks).toString())));
  });
}
