// Valid requests, and the response that each requires.
import { chunkOf, digestOf, FILE, FILE_NAME, receiptOf } from '../contract.mjs';

let requestCount = 0;

/** The types of requests of the steady load, with their frequencies. */
const kinds = [
  [24, echo],
  [5, head],
  [12, postText],
  [12, postJson],
  [3, postMalformed],
  [8, stream],
  [6, staticFile],
  [6, slow],
  [4, late],
  [4, fail],
  [4, notFound],
  [3, methodNotAllowed],
  [4, hop],
  [2, broken],
];

/** @returns `{ method, path, headers, body, check }`; `check(response)` returns an error message, or undefined */
export function anyRequest(random) {
  return random.weighted(kinds)(random);
}

/** The types that end within milliseconds and leave the connection usable. */
export function quickRequest(random) {
  return random.pick([echo, head, postText, postJson, notFound, staticFile])(random);
}

/** The types with responses of some hundred bytes. */
export function smallRequest(random) {
  return random.pick([echo, head, postText, notFound])(random);
}

export function nonceOf(random) {
  return `${(requestCount++).toString(36)}-${random.text(6)}`;
}

export function echo(random) {
  const nonce = nonceOf(random);
  return get(`/echo/${nonce}`, ok(nonce, nonce));
}

function head(random) {
  const nonce = nonceOf(random);
  const check = ({ status, headers, body }) =>
    first(
      different('status', status, 200),
      different('x-nonce', headers['x-nonce'], nonce),
      different('length', headers['content-length'], String(nonce.length)),
      different('body', body.toString(), ''),
    );
  return { ...get(`/echo/${nonce}`, check), method: 'HEAD' };
}

export function postText(random, size = sizeOf(random)) {
  const nonce = nonceOf(random);
  const body = Buffer.from(random.text(Math.min(size, 1024)).repeat(Math.ceil(size / 1024)));
  return {
    method: 'POST',
    path: `/echo/${nonce}`,
    headers: { 'content-type': 'text/plain', 'x-digest': digestOf(body) },
    body,
    check: ok(nonce, receiptOf(nonce, body)),
  };
}

export function postJson(random) {
  const nonce = nonceOf(random);
  const json = JSON.stringify({ nonce, text: random.text(random.between(0, 2000)), list: [1, null, 'é'] });
  return { ...posted(`/json/${nonce}`, json), check: ok(undefined, json) };
}

function postMalformed(random) {
  return { ...posted(`/json/${nonceOf(random)}`, '{"nonce":'), check: hasStatus(400) };
}

export function stream(random, count = random.between(1, 60)) {
  const nonce = nonceOf(random);
  return get(`/stream/${nonce}/${count}`, ok(nonce, chunksOf(nonce, count)));
}

export function drip(random, count) {
  const nonce = nonceOf(random);
  return get(`/drip/${nonce}/${count}`, ok(nonce, chunksOf(nonce, count)));
}

export function slow(random, milliseconds = random.between(1, 300)) {
  const nonce = nonceOf(random);
  return get(`/slow/${nonce}/${milliseconds}`, ok(nonce, nonce));
}

function late(random) {
  const nonce = nonceOf(random);
  return get(`/late/${nonce}/${random.between(1, 50)}`, ok(nonce, FILE.toString()));
}

function staticFile() {
  return get(`/${FILE_NAME}`, ok(undefined, FILE.toString()));
}

function hop(random) {
  const nonce = nonceOf(random);
  const check = (response) => {
    const leaked = ['upgrade', 'x-private'].find((name) => name in response.headers);
    return leaked === undefined ? ok(nonce, nonce)(response) : `${leaked} of another connection`;
  };
  return get(`/hop/${nonce}`, check);
}

function fail(random) {
  return get(`/fail/${nonceOf(random)}`, hasStatus(500));
}

function broken(random) {
  return { ...get(`/broken/${nonceOf(random)}`, isNoSuccess), isBroken: true };
}

// Before anything is sent it may still be a 500. Afterwards it must not look complete.
function isNoSuccess({ status }) {
  return status === 500 ? undefined : 'a stream that failed arrived as a complete response';
}

function notFound(random) {
  return get(`/none/${nonceOf(random)}`, hasStatus(404));
}

// Candidates without a router of their own respond with 404.
function methodNotAllowed(random) {
  return { ...get(`/echo/${nonceOf(random)}`, hasStatus(404, 405)), method: 'DELETE' };
}

function get(path, check) {
  return { method: 'GET', path, headers: {}, body: undefined, check };
}

function posted(path, json) {
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: Buffer.from(json) };
}

// Most bodies are small; some take several reads.
function sizeOf(random) {
  return random.chance(0.7) ? random.between(0, 2000) : random.between(2000, 65_536);
}

function chunksOf(nonce, count) {
  return Array.from({ length: count }, (_, index) => chunkOf(nonce, index)).join('');
}

function ok(nonce, text) {
  return ({ status, headers, body }) =>
    first(
      different('status', status, 200),
      nonce === undefined ? undefined : different('x-nonce', headers['x-nonce'], nonce),
      different('body', body.toString(), text),
    );
}

export function hasStatus(...wanted) {
  return ({ status }) =>
    wanted.includes(status) ? undefined : `status is ${status} instead of ${wanted.join(' or ')}`;
}

function different(what, received, wanted) {
  return received === wanted ? undefined : `${what} is ${shown(received)} instead of ${shown(wanted)}`;
}

function shown(value) {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 80 ? `${text.slice(0, 80)}… (${text.length} characters)` : text;
}

function first(...errors) {
  return errors.find((error) => error !== undefined);
}
