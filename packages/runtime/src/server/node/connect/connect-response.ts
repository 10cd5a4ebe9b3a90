import { ServerResponse } from 'node:http';
import { pairsOf } from '../../../kernel/http/header-list.ts';

/**
 * A response with the methods of Express that middleware calls to respond by itself, such as express-rate-limit. They are on the
 * prototype, because an Express app replaces the prototype with its own.
 */
export class ConnectResponse extends ServerResponse {
  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  set(name: string, value: string | readonly string[]): this {
    return this.setHeader(name, value);
  }

  append(name: string, value: string | readonly string[]): this {
    return this.appendHeader(name, value);
  }

  json(value: unknown): this {
    this.#setType('application/json; charset=utf-8');
    return this.end(JSON.stringify(value));
  }

  /** Strings are HTML and bytes are a download, as with Express; everything else is sent as JSON. */
  send(body?: unknown): this {
    if (body === undefined || body === null) return this.end();
    if (body instanceof Uint8Array) this.#setType('application/octet-stream');
    else if (typeof body !== 'string') return this.json(body);
    else this.#setType('text/html; charset=utf-8');
    return this.end(body);
  }

  #setType(type: string): void {
    if (!this.hasHeader('content-type')) this.setHeader('Content-Type', type);
  }
}

/**
 * Sets the headers passed to `writeHead`, which replace those that are set.
 *
 * @param headers an object, pairs, or name, value, name, value, …
 */
export function setGivenHeaders(outgoing: ServerResponse, headers: unknown): void {
  const pairs = givenPairs(headers);
  for (const [name] of pairs) outgoing.removeHeader(name);
  for (const [name, value] of pairs) {
    for (const item of [value].flat()) outgoing.appendHeader(name, String(item));
  }
}

function givenPairs(headers: unknown): [string, unknown][] {
  if (!Array.isArray(headers)) return Object.entries((headers ?? {}) as object);
  if (Array.isArray(headers[0])) return headers as [string, unknown][];
  return pairsOf(headers as string[]);
}
