import { messageOf } from '../error/describe.ts';
import { HttpError } from '../error/http-error.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { Content, Schema, SchemasByType } from './definition.ts';
import { InvalidInputError } from './invalid-input-error.ts';
import { bodySchemas, isForm, isJson, mediaTypeOf, schemaFor } from './media-type.ts';
import { toMap } from './to-map.ts';

/** The body of a request as the schema for its type is to see it. */
export interface ReadBody {
  readonly schema: Schema;
  readonly value: unknown;
}

/** Reads bodies of the types that a contract takes. */
export class BodyReader {
  readonly #schemas: SchemasByType;
  readonly #first: Schema;

  constructor(content: Content) {
    this.#schemas = bodySchemas(content);
    this.#first = Object.values(this.#schemas)[0] as Schema;
  }

  /** @throws InvalidInputError 415 for a type that is not taken, 400 when the body is not what its type says */
  async read(request: ServerRequest): Promise<ReadBody> {
    const header = request.header('content-type');
    if (header === undefined) return this.#untyped(request);
    const type = mediaTypeOf(header);
    const schema = schemaFor(this.#schemas, type);
    if (schema === undefined) throw this.#refused(type);
    try {
      return { schema, value: await valueOf(request, type) };
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 400) throw error;
      throw unparsable(error.message, error);
    }
  }

  /** A body without a type is refused; without a body the schema decides. */
  async #untyped(request: ServerRequest): Promise<ReadBody> {
    const { length } = await request.bytes();
    if (length > 0) throw this.#refused('');
    return { schema: this.#first, value: undefined };
  }

  #refused(type: string): InvalidInputError {
    const types = Object.keys(this.#schemas).join(', ');
    const detail = `Send the body as ${types}, ${type === '' ? 'and say so in Content-Type' : `not as ${type}`}.`;
    return new InvalidInputError(415, detail, [{ pointer: '', in: 'body', detail }]);
  }
}

async function valueOf(request: ServerRequest, type: string): Promise<unknown> {
  if (isJson(type)) return request.json();
  if (isForm(type)) return toMap(await request.formData());
  return type.startsWith('text/') ? request.text() : request.bytes();
}

function unparsable(detail: string, cause: unknown): InvalidInputError {
  return new InvalidInputError(400, messageOf(cause), [{ pointer: '', in: 'body', detail }], cause);
}
