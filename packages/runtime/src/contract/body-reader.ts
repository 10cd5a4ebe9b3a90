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
    const { method } = request;
    // Whatever they send means nothing (RFC 9110 9.3.1).
    if (method === 'GET' || method === 'HEAD') return this.#none();
    const header = request.header('content-type');
    if (header === undefined) {
      const { length } = await request.bytes();
      return length === 0 ? this.#none() : this.#refuse('and say so in Content-Type');
    }
    const type = mediaTypeOf(header);
    const schema = schemaFor(this.#schemas, type);
    if (schema === undefined) return this.#refuse(`not as ${header}`);
    try {
      return { schema, value: await valueOf(request, type) };
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 400) throw error;
      const { message } = error;
      throw new InvalidInputError(400, message, [{ pointer: '', in: 'body', detail: message }], error);
    }
  }

  /** Whether there must be a body, the schema decides. */
  #none(): ReadBody {
    return { schema: this.#first, value: undefined };
  }

  #refuse(advice: string): never {
    const detail = `Send the body as ${Object.keys(this.#schemas).join(' or ')}, ${advice}.`;
    throw new InvalidInputError(415, detail, [{ pointer: '', in: 'body', detail }]);
  }
}

async function valueOf(request: ServerRequest, type: string): Promise<unknown> {
  if (isJson(type)) return request.json();
  if (isForm(type)) return toMap(await request.formData());
  return type.startsWith('text/') ? request.text() : request.bytes();
}
