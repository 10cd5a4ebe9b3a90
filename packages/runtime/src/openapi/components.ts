import type { SecurityScheme } from '../pipeline/kept-security.ts';
import type { OpenApiDocument, OpenApiReference, OpenApiResponse } from './document.ts';
import { isEqual } from '../contract/json-schema.ts';
import { SharedSchemas } from './shared-schemas.ts';

/** What several operations of a document share. */
export class Components {
  readonly schemas: SharedSchemas = new SharedSchemas();
  readonly #responses = new Map<string, OpenApiResponse>();
  readonly #securitySchemes = new Map<string, SecurityScheme>();

  addResponse(name: string, response: OpenApiResponse): OpenApiReference {
    this.#responses.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  /** @returns the name under which the scheme stands in the document: its own, unless another scheme has that */
  addSecurityScheme(name: string, scheme: SecurityScheme): string {
    const base = name.replaceAll(/[^\w.-]+/g, '_');
    let free = base;
    for (let count = 2; !isEqual(this.#securitySchemes.get(free) ?? scheme, scheme); count++)
      free = `${base}${count}`;
    this.#securitySchemes.set(free, scheme);
    return free;
  }

  /** Undefined when there are none. */
  toData(): OpenApiDocument['components'] {
    const schemas = this.schemas.toData();
    const data = {
      ...(Object.keys(schemas).length > 0 && { schemas }),
      ...(this.#responses.size > 0 && { responses: Object.fromEntries(this.#responses) }),
      ...(this.#securitySchemes.size > 0 && { securitySchemes: Object.fromEntries(this.#securitySchemes) }),
    };
    return Object.keys(data).length === 0 ? undefined : data;
  }
}
