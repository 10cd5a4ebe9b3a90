// Fastify: one instance for HTTP, another with `http2` and `allowHTTP1`.
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as contract from '../contract.mjs';

// The benchmark installs Fastify.
const { default: Fastify } = await import(
  createRequire(new URL('../../bench/package.json', import.meta.url)).resolve('fastify')
);
const { BODY_LIMIT, NODE_LIMITS, REQUEST_TIMEOUT, SHUTDOWN_TIMEOUT, seen } = contract;

export async function start({ port, tlsPort, cert, key, root }) {
  const common = { bodyLimit: BODY_LIMIT, requestTimeout: REQUEST_TIMEOUT };
  const plain = Fastify({ ...common, http: NODE_LIMITS });
  const secure = Fastify({ ...common, http2: true, https: { ...NODE_LIMITS, cert, key, allowHTTP1: true } });
  for (const app of [plain, secure]) lay(app, join(root, contract.FILE_NAME));
  await plain.listen({ host: '127.0.0.1', port });
  await secure.listen({ host: '127.0.0.1', port: tlsPort });
  process.once('SIGTERM', async () => {
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT);
    await Promise.all([plain.close(), secure.close()]);
    process.exit(0);
  });
}

function lay(app, file) {
  app.addHook('onError', async () => {
    seen.logged++;
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => done(null, body));
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (request, body, done) => done(null, body));
  app.get('/echo/:nonce', ({ params: { nonce } }, reply) => text(reply, nonce, nonce));
  app.get('/hop/:nonce', ({ params: { nonce } }, reply) => text(reply, nonce, nonce));
  app.post('/echo/:nonce', ({ params: { nonce }, body, headers }, reply) =>
    text(reply, nonce, contract.receive(nonce, body ?? Buffer.alloc(0), headers['x-digest'])),
  );
  app.post('/json/:nonce', ({ params: { nonce }, body }, reply) => reply.header('x-nonce', nonce).send(body));
  app.get('/stream/:nonce/:count', ({ params: { nonce, count } }, reply) =>
    stream(reply, nonce, contract.chunks(nonce, count)),
  );
  app.get('/drip/:nonce/:count', ({ params: { nonce, count } }, reply) =>
    stream(reply, nonce, contract.chunks(nonce, count, 50)),
  );
  app.get('/broken/:nonce', ({ params: { nonce } }, reply) =>
    stream(reply, nonce, contract.chunks(nonce, 4, 0, 2)),
  );
  app.get('/slow/:nonce/:ms', async ({ params: { nonce, ms } }, reply) => {
    await contract.slowly(ms);
    return text(reply, nonce, nonce);
  });
  app.get('/late/:nonce/:ms', async ({ params: { nonce, ms } }, reply) => {
    await contract.pause(ms);
    return stream(reply, nonce, contract.fileChunks(file));
  });
  app.get('/fail/:nonce', () => {
    throw new Error('This handler fails, as it should.');
  });
  app.get(`/${contract.FILE_NAME}`, (request, reply) =>
    reply.type('text/plain').header('content-length', contract.FILE.length).send(createReadStream(file)),
  );
}

function text(reply, nonce, body) {
  return reply.type('text/plain').header('x-nonce', nonce).send(body);
}

function stream(reply, nonce, chunks) {
  return text(reply, nonce, Readable.from(chunks, { objectMode: false }));
}
