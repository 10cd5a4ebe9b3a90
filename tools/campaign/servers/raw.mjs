// Bare Node: `node:http` beside `node:http2` with `allowHTTP1`, and one listener by hand for both.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as contract from '../contract.mjs';

const { BODY_LIMIT, HEADERS_TIMEOUT, NODE_LIMITS, REQUEST_TIMEOUT, SHUTDOWN_TIMEOUT, seen } = contract;

export async function start({ port, tlsPort, cert, key, root }) {
  const listener = (request, response) => void respond(request, response, join(root, contract.FILE_NAME));
  const plain = createServer(NODE_LIMITS, listener);
  const secure = createSecureServer({ ...NODE_LIMITS, cert, key, allowHTTP1: true }, listener);
  Object.assign(secure, { headersTimeout: HEADERS_TIMEOUT, requestTimeout: REQUEST_TIMEOUT });
  await Promise.all([listen(plain, port), listen(secure, tlsPort)]);
  endOnSignal(plain, secure);
}

function listen(server, port) {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
}

async function respond(request, response, file) {
  try {
    await route(request, response, file);
  } catch (error) {
    seen.logged++;
    if (response.headersSent || response.destroyed) response.destroy?.();
    else response.writeHead(error.status ?? 500).end();
  }
}

async function route(request, response, file) {
  const [, action, nonce, argument] = request.url.split('?', 1)[0].split('/');
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const text = (body, type = 'text/plain') =>
    response
      .writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body), 'x-nonce': nonce })
      .end(body);
  const stream = (chunks) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'x-nonce': nonce });
    return pipeline(Readable.from(chunks, { objectMode: false }), response);
  };
  if (request.method === 'POST') {
    if (action !== 'echo' && action !== 'json') return response.writeHead(404).end();
    const bytes = await read(request);
    if (action === 'echo') return text(contract.receive(nonce, bytes, request.headers['x-digest']));
    return text(JSON.stringify(parse(bytes)), 'application/json');
  }
  if (!isReading) return response.writeHead(405, { allow: 'GET, HEAD, POST' }).end();
  switch (action) {
    case 'echo':
    case 'hop':
      return text(nonce);
    case 'stream':
      return stream(contract.chunks(nonce, argument));
    case 'drip':
      return stream(contract.chunks(nonce, argument, 50));
    case 'broken':
      return stream(contract.chunks(nonce, 4, 0, 2));
    case 'slow':
      await contract.slowly(argument);
      return text(nonce);
    case 'late':
      await contract.pause(argument);
      return stream(contract.fileChunks(file));
    case 'fail':
      throw new Error('This handler fails, as it should.');
    case contract.FILE_NAME:
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': contract.FILE.length });
      return pipeline(createReadStream(file), response);
    default:
      return response.writeHead(404).end();
  }
}

// An oversized body is read and discarded, so that the client can read the response.
function read(request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    request.on('data', (chunk) => {
      size += chunk.length;
      if (size <= BODY_LIMIT) chunks.push(chunk);
    });
    request.on('end', () => {
      if (size <= BODY_LIMIT) resolve(Buffer.concat(chunks));
      else reject(Object.assign(new Error('Too large'), { status: 413 }));
    });
    request.on('error', reject).on('aborted', () => reject(new Error('The client disconnected.')));
  });
}

function parse(bytes) {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw Object.assign(error, { status: 400 });
  }
}

// Shuts down as the documentation of Node shows: stop listening, close idle connections, and close the rest at the deadline.
function endOnSignal(plain, secure) {
  const sockets = new Set();
  const sessions = new Set();
  for (const server of [plain, secure]) {
    server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  }
  secure.on('session', (session) => sessions.add(session.once('close', () => sessions.delete(session))));
  process.once('SIGTERM', async () => {
    const closed = Promise.all(
      [plain, secure].map((server) => new Promise((resolve) => server.close(resolve))),
    );
    for (const session of sessions) session.close();
    setTimeout(() => sockets.forEach((socket) => socket.destroy()), SHUTDOWN_TIMEOUT);
    await closed;
    process.exit(0);
  });
}
