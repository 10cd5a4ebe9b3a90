import { HttpError } from '../errors/http-error.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Content, Schema } from './definition.ts';
import { InvalidInputError } from './invalid-input-error.ts';
import { cut } from './json-pointer.ts';
import { takingListsOfOne } from './lists-of-one.ts';
import { bodySchemas, isForm, isJson, mediaTypeOf, schemaFor } from './media-type.ts';
import { toMap } from './to-map.ts';

/** How a body of one media type is read, and what checks it. */
export interface BodyFormat {
  readonly standard: Schema['~standard'];
  /** Undefined where there is nothing to read. */
  readonly read: (request: ServerRequest) => Promise<unknown> | undefined;
}

const JSON_TYPE = 'application/json';
const URL_ENCODED = 'application/x-www-form-urlencoded';
// No form has a field of such a name.
const BEGINS_AS_JSON = /^\s*(?:\{\s*["}]|\[\s*[{"])/;

/** Reads bodies of the types that a contract takes. */
export class BodyReader {
  /** By media type. */
  readonly #formats = new Map<string, BodyFormat>();
  readonly #json: BodyFormat | undefined;
  readonly #none: BodyFormat;
  readonly #untyped: BodyFormat;

  constructor(content: Content) {
    const schemas = Object.entries(bodySchemas(content));
    for (const [type, schema] of schemas) {
      const standard = isForm(type) ? takingListsOfOne(schema['~standard']) : schema['~standard'];
      this.#formats.set(type, { standard, read: readerOf(type, content) });
    }
    this.#json = this.#formats.get(JSON_TYPE);
    // Whether there must be a body, the schema decides.
    const standard = schemas[0]?.[1]['~standard'] as BodyFormat['standard'];
    this.#none = { standard, read: () => undefined };
    this.#untyped = { standard, read: async (request) => this.#refuseAny(await request.bytes()) };
  }

  /** @throws InvalidInputError 415 for a type that is not taken */
  formatOf(request: ServerRequest): BodyFormat {
    const { method } = request;
    // Whatever they send means nothing (RFC 9110 9.3.1).
    if (method === 'GET' || method === 'HEAD') return this.#none;
    const header = request.header('content-type');
    // As nearly every client says it.
    if (header === JSON_TYPE && this.#json !== undefined) return this.#json;
    if (header === undefined) return this.#untyped;
    const type = mediaTypeOf(header);
    const format = this.#formats.get(type) ?? (isJson(type) ? this.#json : undefined);
    return format ?? this.#refuse(`not as ${cut(header)}`);
  }

  #refuseAny({ length }: Uint8Array): void {
    if (length > 0) this.#refuse('and say so in Content-Type');
  }

  #refuse(advice: string): never {
    throw unsupported(`Send the body as ${[...this.#formats.keys()].join(' or ')}, ${advice}.`);
  }
}

function readerOf(type: string, content: Content): BodyFormat['read'] {
  if (isJson(type)) return (request) => request.json();
  if (isForm(type)) {
    const takesJson = type === URL_ENCODED && schemaFor(bodySchemas(content), JSON_TYPE) !== undefined;
    return async (request) => {
      const fields = toMap(await request.formData());
      // As curl sends it with `-d` alone.
      if (takesJson && BEGINS_AS_JSON.test(Object.keys(fields)[0] ?? '')) {
        throw unsupported(`The body was sent as ${URL_ENCODED}; set Content-Type: ${JSON_TYPE}.`);
      }
      return fields;
    };
  }
  return type.startsWith('text/') ? (request) => request.text() : (request) => request.bytes();
}

function unsupported(detail: string): InvalidInputError {
  return new InvalidInputError(415, detail, [{ pointer: '', in: 'body', detail }]);
}

/** @throws InvalidInputError 400 when a body is not what its type says; whatever else reading it has thrown */
export function unreadable(error: unknown): never {
  if (!(error instanceof HttpError) || error.status !== 400) throw error;
  const { message } = error;
  throw new InvalidInputError(400, message, [{ pointer: '', in: 'body', detail: message }], error);
}
