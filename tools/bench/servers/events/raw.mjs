// `node:http` by hand.
import { createServer } from 'node:http';
import { EVENT, READY } from '../../reference-app.mjs';

export async function start() {
  const clients = new Set();
  const server = createServer((request, response) => {
    if (request.url === '/send') {
      for (const client of clients) client.write(EVENT);
      response.end('sent');
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
    response.write(READY);
    clients.add(response);
    response.on('close', () => clients.delete(response));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}
