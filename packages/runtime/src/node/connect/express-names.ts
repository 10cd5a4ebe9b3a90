import { ServerResponse } from 'node:http';
import type { ServerRequest } from '../../http/server-request.ts';

// The methods and properties of Express that middleware on its own calls most, such as express-rate-limit. They are on the
// prototypes, because an Express app replaces the prototypes by its own.

/** A response with the methods of Express that middleware calls to respond by itself. */
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

// Express's settings, such as "trust proxy", of which Fw has none: `request.ip` is what a trusted proxy said.
const app = { get: () => undefined };

/** The prototype of a request with the properties of Express that middleware reads; unchanged inside an Express app. */
export function withExpressNames(prototype: object, request: ServerRequest): object {
  if ('app' in prototype) return prototype;
  return Object.assign(Object.create(prototype) as object, {
    app,
    ip: request.ip,
    get: (name: string) => request.header(name),
  });
}
