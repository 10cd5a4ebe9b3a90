// Reads the responses of an HTTP/1 connection as strictly as RFC 9112 specifies. An error that a lenient client would accept is
// an error here, and so is an extra byte.

const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [\t\x20-\x7e\x80-\xff]*$/;
const FIELD_LINE = /^([!#$%&'*+\-.^_`|~\dA-Za-z]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;
const LONGEST_HEAD = 65_536;

export class ResponseParser {
  #bytes = Buffer.alloc(0);
  #read = readHead;
  /** The parts of the current response that have been read. */
  response;

  /**
   * @param nextMethod the method of the request whose response is next; undefined if no response is pending
   * @param on `interim(status)`, `response({ status, headers, body, isLast })`
   */
  constructor(nextMethod, on) {
    this.nextMethod = nextMethod;
    this.on = on;
  }

  /** Whether a response has begun and is incomplete. */
  get isHalfRead() {
    return this.response !== undefined || this.#bytes.length > 0;
  }

  /** @throws Error that describes the invalid bytes */
  feed(bytes) {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    while (this.#read !== undefined && this.#read(this)) continue;
  }

  /** The server has ended its side: this ends a body without a length. Otherwise, a response is incomplete. */
  end() {
    if (this.#read === readToClose) this.finish();
  }

  get size() {
    return this.#bytes.length;
  }

  take(count) {
    const part = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return part;
  }

  /** @returns text up to the delimiter, without it; undefined if the delimiter has not arrived yet */
  takeTo(mark) {
    const end = this.#bytes.indexOf(mark);
    if (end === -1) {
      if (this.#bytes.length > LONGEST_HEAD) throw new Error(`no ${JSON.stringify(mark)} in a long head`);
      return undefined;
    }
    const text = this.take(end).toString('latin1');
    this.take(mark.length);
    return text;
  }

  goOn(read) {
    this.#read = read;
    return true;
  }

  finish() {
    const { status, headers, parts, isLast } = this.response;
    this.response = undefined;
    this.#read = readHead;
    this.on.response({ status, headers, body: Buffer.concat(parts), isLast });
    return true;
  }
}

function readHead(parser) {
  if (parser.size === 0) return false;
  const method = parser.nextMethod();
  if (method === undefined) throw new SurplusError(parser.take(100).toString('latin1'));
  const head = parser.takeTo('\r\n\r\n');
  if (head === undefined) return false;
  const [statusLine, ...lines] = head.split('\r\n');
  const status = Number(STATUS_LINE.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(statusLine)}`);
  const headers = fields(lines);
  if (status < 200) {
    parser.on.interim(status);
    return true;
  }
  parser.response = { status, headers, parts: [], isLast: headers.connection?.toLowerCase() === 'close' };
  return parser.goOn(bodyReader(parser, method, status, headers));
}

function fields(lines) {
  const headers = Object.create(null);
  for (const line of lines) {
    const [, name, value] = FIELD_LINE.exec(line) ?? [];
    if (name === undefined) throw new Error(`no header: ${JSON.stringify(line)}`);
    const key = name.toLowerCase();
    if (key in headers && /^(?:content-length|transfer-encoding|date|connection|x-nonce)$/.test(key)) {
      throw new Error(`${key} twice: ${JSON.stringify(headers[key])} and ${JSON.stringify(value)}`);
    }
    headers[key] = key in headers ? `${headers[key]}, ${value.trimEnd()}` : value.trimEnd();
  }
  return headers;
}

// RFC 9112 section 6.3.
function bodyReader(parser, method, status, headers) {
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  if (coding !== undefined && length !== undefined) throw new Error('both a length and a transfer coding');
  if ((status === 204 || status === 304) && coding !== undefined) throw new Error(`a coding with ${status}`);
  if (method === 'HEAD' || status === 204 || status === 304) return readNothing;
  if (coding !== undefined) {
    if (coding.toLowerCase() !== 'chunked') throw new Error(`transfer coding ${coding}`);
    return readChunkSize;
  }
  if (length === undefined) {
    parser.response.isLast = true;
    return readToClose;
  }
  if (!/^\d+$/.test(length)) throw new Error(`Content-Length ${length}`);
  return readCounted(Number(length), (parser) => parser.finish());
}

function readNothing(parser) {
  return parser.finish();
}

function readToClose(parser) {
  if (parser.size > 0) parser.response.parts.push(parser.take(parser.size));
  return false;
}

function readCounted(count, then) {
  let left = count;
  return (parser) => {
    const part = parser.take(Math.min(left, parser.size));
    left -= part.length;
    if (part.length > 0) parser.response.parts.push(part);
    return left === 0 && then(parser);
  };
}

function readChunkSize(parser) {
  const line = parser.takeTo('\r\n');
  if (line === undefined) return false;
  if (!/^[\da-f]{1,8}$/i.test(line)) throw new Error(`chunk size ${JSON.stringify(line)}`);
  const size = Number.parseInt(line, 16);
  return parser.goOn(size === 0 ? readTrailers : readCounted(size, (parser) => parser.goOn(readChunkEnd)));
}

function readChunkEnd(parser) {
  if (parser.size < 2) return false;
  const end = parser.take(2).toString('latin1');
  if (end !== '\r\n') throw new Error(`a chunk ends with ${JSON.stringify(end)}`);
  return parser.goOn(readChunkSize);
}

function readTrailers(parser) {
  if (parser.size < 2) return false;
  const end = parser.take(2).toString('latin1');
  if (end !== '\r\n') throw new Error(`trailers that begin with ${JSON.stringify(end)}`);
  return parser.finish();
}

/** Bytes that belong to no request. */
export class SurplusError extends Error {
  constructor(text) {
    super(`bytes that belong to no request: ${JSON.stringify(text)}`);
  }
}
