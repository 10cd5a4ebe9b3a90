// The routes and limits of every candidate. Every response has the nonce of its request, in the header `x-nonce` and in its body,
// so that the campaign recognizes a response to another request.
//
//   GET  /echo/{nonce}          the nonce
//   POST /echo/{nonce}          the `receipt` of the body, of any type
//   POST /json/{nonce}          the body, parsed and written again; 400 when it cannot be parsed
//   GET  /stream/{nonce}/{n}    n chunks of 1 KiB, as fast as the client takes them
//   GET  /drip/{nonce}/{n}      n chunks, one each 50 ms
//   GET  /slow/{nonce}/{ms}     the nonce, after a while
//   GET  /late/{nonce}/{ms}     after a while the file, from a stream that is opened then
//   GET  /hop/{nonce}           the nonce, from middleware that copies the headers of another server
//   GET  /fail/{nonce}          500, because the handler throws
//   GET  /broken/{nonce}        a stream that fails after two chunks
//   GET  /file.txt              a static file
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

export const BODY_LIMIT = 1024 * 1024;
/** In milliseconds, in the units of the servers' settings. */
export const HEADERS_TIMEOUT = 2000;
export const REQUEST_TIMEOUT = 4000;
export const SHUTDOWN_TIMEOUT = 3000;
/** The first two have the types that Node expects. */
export const NODE_LIMITS = {
  headersTimeout: HEADERS_TIMEOUT,
  requestTimeout: REQUEST_TIMEOUT,
  connectionsCheckingInterval: HEADERS_TIMEOUT,
};

export const FILE_NAME = 'file.txt';
export const FILE = Buffer.from(
  Array.from({ length: 4000 }, (_, line) => `line ${line} of the file\n`).join(''),
);

/** The headers that describe the connection to another server. */
export const HOP_HEADERS = {
  'keep-alive': 'timeout=5',
  'transfer-encoding': 'chunked',
  upgrade: 'h2c',
  connection: 'keep-alive, x-private',
  'x-private': 'yes',
};

export function chunkOf(nonce, index) {
  return `${nonce} ${index}`.padEnd(1023, '.') + '\n';
}

export function digestOf(bytes) {
  return createHash('sha1').update(bytes).digest('hex');
}

export function receiptOf(nonce, bytes) {
  return `${nonce} ${bytes.length} ${digestOf(bytes)}`;
}

/** What the handlers of a server have observed. */
export const seen = {
  /** Uploads that were read in full although the client announced a different digest. */
  cutShort: 0,
  /** Requests for `/slow` that have begun. */
  slow: 0,
  /** Errors that the server logged. */
  logged: 0,
};

/** @param digest the digest that the client announces in the header `x-digest`, if any */
export function receive(nonce, bytes, digest) {
  if (digest !== undefined && digest !== digestOf(bytes)) seen.cutShort++;
  return receiptOf(nonce, bytes);
}

export function slowly(milliseconds) {
  seen.slow++;
  return pause(milliseconds);
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, Math.min(Number(milliseconds), 5000)));
}

/** The chunks of `/stream`, `/drip` and `/broken`. */
export async function* chunks(nonce, count, delay = 0, breaksAt = Infinity) {
  for (let index = 0; index < Math.min(Number(count), 8192); index++) {
    if (index === breaksAt) throw new Error('This stream fails half way, as it should.');
    if (delay > 0) await pause(delay);
    yield chunkOf(nonce, index);
  }
}

/** A file as chunks. It is closed when the chunks are read or the reader stops. */
export async function* fileChunks(path) {
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(16_384));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
