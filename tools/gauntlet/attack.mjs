// Sends the requests of a case, and reports what got past the guard.
import { connect } from 'node:net';
import { CREDENTIALS, DENIED, MARKER } from './marker.mjs';

/** The server closes each connection, except when it is stuck. */
const PATIENCE = 10_000;
const AT_ONCE = 8;

/**
 * @param {{ url: string, prefix?: string }} served where the application of the case is, possibly below a prefix
 * @param {object} tried the case
 * @returns {Promise<{ bypasses: string[], failures: string[] }>} the requests that received the marker without credentials, and
 * errors that invalidate the case: a guard that accepts a plain request, or a protected resource that can't be reached
 */
export async function attack({ url, prefix = '' }, tried) {
  const port = Number(new URL(url).port);
  const ask = (request, credentials) => send(port, below(prefix, request), credentials);
  const { credentials = CREDENTIALS, denied: rejection = DENIED } = tried;
  const bypasses = [];
  const failures = [];
  for (const target of tried.control) {
    const denied = await ask(requestOf(target), undefined);
    if (denied.includes(MARKER)) bypasses.push(describe(requestOf(target)));
    else if (!denied.includes(rejection)) failures.push(`${target} isn't guarded: ${firstLine(denied)}`);
    const allowed = await ask(requestOf(target), credentials);
    if (!allowed.includes(MARKER))
      failures.push(`${target} isn't reached with credentials: ${firstLine(allowed)}`);
  }
  const waiting = tried.requests.map(requestOf);
  const take = async () => {
    for (let request = waiting.shift(); request !== undefined; request = waiting.shift())
      if ((await ask(request, undefined)).includes(MARKER)) bypasses.push(describe(request));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return { bypasses, failures };
}

/** The request line, and the headers that matter. */
export function describe({ method, target, headers }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${target}`, ...lines].join(', ');
}

/** A request with all its parts, from a short form. */
export function requestOf(request) {
  if (typeof request === 'object') return { method: 'GET', headers: {}, ...request };
  const [, method = 'GET', target] = /^(?:([A-Za-z]+) )?(.*)$/s.exec(request);
  return { method, target, headers: {} };
}

/** The same request for an application below a prefix, as far as a target can name it. */
function below(prefix, request) {
  const [, origin = '', path] = /^([a-z]+:\/\/[^/]*)?(.*)$/is.exec(request.target);
  return path.startsWith('/') ? { ...request, target: `${origin}${prefix}${path}` } : request;
}

function send(port, { method, target, headers }, credentials) {
  const fields = {
    Host: `127.0.0.1:${port}`,
    ...headers,
    ...(credentials !== undefined && { Authorization: credentials }),
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    let received = '';
    socket.setEncoding('latin1').setTimeout(PATIENCE, () => socket.destroy());
    socket.on('data', (chunk) => (received += chunk));
    // A server may close the connection of a bad request at once.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  });
}

function firstLine(text) {
  return text.slice(0, text.indexOf('\r\n')) || 'no response';
}
