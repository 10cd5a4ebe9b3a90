// Requests as the bytes of HTTP/1.

/** @param options `{ isChunked, extra }`: whether the body is sent in chunks; more header lines */
export function headOf({ method, path, headers, body }, { isChunked = false, extra = {} } = {}) {
  const framing =
    body === undefined
      ? {}
      : isChunked
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(body.length) };
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...framing, ...extra });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

export function bodyOf({ body }, { isChunked = false } = {}) {
  if (body === undefined) return Buffer.alloc(0);
  return isChunked ? chunked(body) : body;
}

export function bytesOf(request, options) {
  return Buffer.concat([Buffer.from(headOf(request, options)), bodyOf(request, options)]);
}

export function chunked(body, size = 5000) {
  const parts = [];
  for (let start = 0; start < body.length; start += size) {
    const part = body.subarray(start, start + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** Bytes in pieces of random size. */
export function pieces(bytes, random, most) {
  const cuts = Array.from({ length: random.between(1, most) }, () => random.between(0, bytes.length));
  const places = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}
