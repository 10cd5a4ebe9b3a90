import { HttpError } from '../../kernel/errors/http-error.ts';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import type { Content, Schema } from './definition.ts';
import { acceptingSingleValues, valuesByKey } from './form-values.ts';
import { cut, InvalidInputError } from './invalid-input-error.ts';
import { bodySchemas, isForm, isJson, mediaTypeOf, schemaFor } from './media-type.ts';

/** Reads and validates a body of one media type. */
export interface BodyFormat {
  readonly standard: Schema['~standard'];
  /** Undefined when there is nothing to read. */
  readonly read: (request: ServerRequest) => Promise<unknown> | undefined;
}

const JSON_TYPE = 'application/json';
const URL_ENCODED = 'application/x-www-form-urlencoded';
// No form has a field with such a name.
const BEGINS_AS_JSON = /^\s*(?:\{\s*["}]|\[\s*[{"])/;

/** Reads bodies of the media types that a contract accepts. */
export class BodyReader {
  /** The formats by media type. */
  readonly #formats = new Map<string, BodyFormat>();
  readonly #json: BodyFormat | undefined;
  readonly #none: BodyFormat;
  readonly #untyped: BodyFormat;

  constructor(content: Content) {
    const schemas = Object.entries(bodySchemas(content));
    for (const [type, schema] of schemas) {
      const standard = isForm(type) ? acceptingSingleValues(schema['~standard']) : schema['~standard'];
      this.#formats.set(type, { standard, read: readerOf(type, content) });
    }
    this.#json = this.#formats.get(JSON_TYPE);
    // The schema validates `undefined`, and rejects a missing body.
    const standard = schemas[0]?.[1]['~standard'] as BodyFormat['standard'];
    this.#none = { standard, read: () => undefined };
    const read = async (request: ServerRequest): Promise<void> => {
      if ((await request.bytes()).length > 0) this.#reject('with a Content-Type');
    };
    this.#untyped = { standard, read };
  }

  /** @throws {@link InvalidInputError} 415 for a media type that the contract does not accept */
  formatOf(request: ServerRequest): BodyFormat {
    const { method } = request;
    // A body has no meaning in these requests (RFC 9110 9.3.1).
    if (method === 'GET' || method === 'HEAD') return this.#none;
    const header = request.header('content-type');
    // The fast path of nearly every client.
    if (header === JSON_TYPE && this.#json !== undefined) return this.#json;
    if (header === undefined) return this.#untyped;
    const type = mediaTypeOf(header);
    const format = this.#formats.get(type) ?? (isJson(type) ? this.#json : undefined);
    return format ?? this.#reject(`not as ${cut(header)}`);
  }

  #reject(advice: string): never {
    throw unsupported(`Send the body as ${[...this.#formats.keys()].join(' or ')}, ${advice}.`);
  }
}

function readerOf(type: string, content: Content): BodyFormat['read'] {
  if (isJson(type)) return (request) => request.json();
  if (isForm(type)) {
    const takesJson = type === URL_ENCODED && schemaFor(bodySchemas(content), JSON_TYPE) !== undefined;
    return async (request) => {
      const fields = valuesByKey(await request.formData());
      // `curl -d` sends JSON with this type.
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

/** @throws {@link InvalidInputError} 400 when a body does not match its type; any other error of reading as it is */
export function unreadable(error: unknown): never {
  if (!(error instanceof HttpError) || error.status !== 400) throw error;
  const { message } = error;
  throw new InvalidInputError(400, message, [{ pointer: '', in: 'body', detail: message }], error);
}
