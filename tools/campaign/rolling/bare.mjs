// The same app on bare Node, which shuts down as its documentation shows: it closes its servers at the
// signal.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { redis } from 'fw-middleware/redis';

const { plain, tls, redisUrl, cert, key } = JSON.parse(process.argv[2]);
const client = await redis({ url: redisUrl });

const servers = [createServer(serve), createSecureServer({ cert, key, allowHTTP1: true }, serve)];
const sessions = new Set();
servers[1].on('session', (session) => {
  sessions.add(session.once('close', () => sessions.delete(session)));
});
for (const [index, port] of [plain, tls].entries()) {
  await new Promise((resolve) => servers[index].listen(port, '127.0.0.1', resolve));
}
process.once('SIGTERM', async () => {
  for (const session of sessions) session.close();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  process.exit(0);
});
process.on('disconnect', () => process.exit(0));
process.send('listens');

function serve(request, response) {
  respond(request, response).catch(() => response.destroy());
}

async function respond(request, response) {
  if (request.url === '/readyz') {
    response.end('{}');
    return;
  }
  const id = /session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomUUID();
  let count = Number((await client.get(id)) ?? 0);
  if (request.method === 'POST') {
    count += JSON.parse(await text(request)).add;
    await client.set(id, String(count), 'PX', 600_000);
  }
  await setTimeout(Math.random() * 10);
  response.setHeader('set-cookie', `session=${id}; Path=/`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ count, pid: process.pid }));
}
