import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiContent, OpenApiDocument } from '../../../src/features/openapi/index.ts';
import type { Place } from './sent-requests.ts';

/** Compares responses with what a document says of them. */
export class Judge {
  readonly #document: OpenApiDocument;
  readonly #ajv: Ajv2020 = new Ajv2020({ strict: false, validateSchema: false });

  constructor(document: OpenApiDocument) {
    this.#document = document;
    // It brings the types of a copy of its own.
    addFormats.default(this.#ajv as never);
    this.#ajv.addSchema(document, 'document');
  }

  /** The differences between a response and the document; undefined: none. */
  async faultOf({ path, method, operation }: Place, response: Response): Promise<string | undefined> {
    const { status } = response;
    const text = await response.text();
    const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
    const key = keys.find((each) => each in operation.responses);
    if (key === undefined || status >= 500) return `The status ${status} is not declared: ${text}`;
    const { content, pointer } = this.#resolve(['paths', path, method, 'responses', key]);
    if (content === undefined) return text === '' ? undefined : `There is a body: ${text}`;
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    if (!(type in content)) return `The type ${type} is not declared for ${status}: ${text}`;
    const validate = this.#ajv.getSchema(`document#${pointerOf([...pointer, 'content', type, 'schema'])}`);
    const isValid = validate?.(type.endsWith('json') ? JSON.parse(text) : text) === true;
    return isValid ? undefined : `The body is not as declared: ${text}: ${JSON.stringify(validate?.errors)}`;
  }

  /** A response, inline or by reference. */
  #resolve(place: readonly string[]): {
    readonly content?: OpenApiContent;
    readonly pointer: readonly string[];
  } {
    const found = place.reduce<unknown>(
      (outer, key) => (outer as Record<string, unknown>)[key],
      this.#document,
    );
    const { $ref, content } = found as { readonly $ref?: string; readonly content?: OpenApiContent };
    if ($ref !== undefined) return this.#resolve($ref.split('/').slice(1));
    return { ...(content && { content }), pointer: place };
  }
}

/** As a fragment of a URI. */
function pointerOf(keys: readonly string[]): string {
  return keys
    .map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
}
