// Valid HTTP/2 frames, mutated.
import { echo, quickRequest } from '../load/requests.mjs';
import { mutate } from './mutate.mjs';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const [DATA, HEADERS, PRIORITY, RESET, SETTINGS, PING, GOAWAY, WINDOW, CONTINUATION] = [
  0, 1, 2, 3, 4, 6, 7, 8, 9,
];
const END_STREAM = 1;
const END_HEADERS = 4;

/** Each gets `{ round, random, openSocket }`; see http1-cuts.mjs. */
export const http2Bytes = [
  [6, mutatedFrames],
  [3, strayFrames],
];

async function mutatedFrames({ random, round, openSocket }) {
  const frames = [];
  for (let id = 1; id < 2 + random.between(1, 4) * 2; id += 2)
    frames.push(...framesOf(quickRequest(random), id));
  const isPrefaceRight = random.chance(0.9);
  const mutated = mutate(Buffer.concat(frames), random, 4);
  const preface = Buffer.concat([PREFACE, frame(SETTINGS, 0, 0)]);
  await send(Buffer.concat([isPrefaceRight ? preface : mutate(preface, random), mutated]), round, openSocket);
}

// Each of these frames is well formed, but invalid at its position.
async function strayFrames({ random, round, openSocket }) {
  const stray = random.pick([
    () => frame(DATA, 0, 5, Buffer.from('to nobody')),
    () => frame(CONTINUATION, 0, 1, Buffer.alloc(10)),
    () => frame(WINDOW, 0, 1, Buffer.from([0, 0, 0, 0])),
    () => frame(WINDOW, 0, 0, Buffer.from([0x7f, 0xff, 0xff, 0xff])),
    () => frame(RESET, 0, 99, Buffer.alloc(4)),
    () => frame(PRIORITY, 0, 1, Buffer.alloc(5)),
    () => frame(PING, 0, 0, Buffer.alloc(7)),
    () => frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0xff, 0xff, 0xff, 0xff])),
    () => frame(GOAWAY, 0, 0, Buffer.alloc(8)),
    () => frame(HEADERS, END_HEADERS, 2, literal(':method', 'GET')),
    () => frame(0xfe, 0xff, 1, Buffer.alloc(30)),
  ]);
  const request = Buffer.concat(framesOf(echo(random), 1));
  const parts = random.chance(0.5) ? [stray(), request] : [request, stray()];
  await send(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0), ...parts]), round, openSocket);
}

async function send(bytes, round, openSocket) {
  const socket = await openSocket();
  if (socket === undefined) return;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume().write(bytes);
  await Promise.race([closed, round.hold(150)]);
  socket.destroy();
  await closed;
}

function framesOf({ method, path, headers, body }, id) {
  const fields = {
    ':method': method,
    ':scheme': 'https',
    ':path': path,
    ':authority': 'localhost',
    ...headers,
  };
  delete fields['x-digest'];
  const block = Buffer.concat(Object.entries(fields).map(([name, value]) => literal(name, value)));
  const opening = frame(HEADERS, END_HEADERS | (body === undefined ? END_STREAM : 0), id, block);
  return body === undefined ? [opening] : [opening, frame(DATA, END_STREAM, id, body.subarray(0, 16_000))];
}

function frame(type, flags, id, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.set([type, flags], 3);
  head.writeUInt32BE(id, 5);
  return Buffer.concat([head, payload]);
}

/** A header that is neither indexed nor compressed (RFC 7541 section 6.2.2). */
function literal(name, value) {
  return Buffer.concat([Buffer.from([0]), string(name), string(value)]);
}

function string(text) {
  const bytes = Buffer.from(text);
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  return Buffer.concat([Buffer.from([127, ...rest(bytes.length - 127)]), bytes]);
}

function rest(number) {
  return number < 128 ? [number] : [(number % 128) + 128, ...rest(Math.floor(number / 128))];
}
