import type { ContentDescription, JsonSchema, SchemaDescription } from '../pipeline/kept-contract.ts';
import { statusPhrase } from '../errors/http-error.ts';
import { bodyOf, requestContent } from './bodies.ts';
import type { Components } from './components.ts';
import type { OpenApiContent, OpenApiOperation, OpenApiReference, OpenApiResponse } from './document.ts';
import type { Endpoint } from './endpoint.ts';
import { parametersOf } from './parameters.ts';
import { impliedStatuses, problemResponse, problemSchema } from './problems.ts';

const CLASSES: Readonly<Record<string, string>> = {
  '1XX': 'Informational',
  '2XX': 'Success',
  '3XX': 'Redirection',
  '4XX': 'Client error',
  '5XX': 'Server error',
  default: 'Any other response',
};

/** Makes the operations of a document, one for each endpoint. */
export class Operations {
  readonly #components: Components;
  readonly #faults: Set<string>;

  /** @param faults gets what the operations lack */
  constructor(components: Components, faults: Set<string>) {
    this.#components = components;
    this.#faults = faults;
  }

  operation(endpoint: Endpoint): OpenApiOperation {
    const { route, operationId } = endpoint;
    const { summary, description, tags, deprecated } = route.contract ?? {};
    const body = bodyOf(endpoint);
    const { schemas } = this.#components;
    const parameters = parametersOf(
      endpoint,
      (part) => {
        const described = route.contract?.[part];
        return described && this.#schema(described, endpoint, part);
      },
      schemas,
    );
    const content = body && this.#content(body, endpoint, 'body');
    const security = this.#security(endpoint);
    return {
      operationId,
      ...(summary !== undefined && { summary }),
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags }),
      ...(deprecated !== undefined && { deprecated }),
      ...(parameters.length > 0 && { parameters }),
      ...(body &&
        content && { requestBody: { required: true, content: requestContent(body, content, schemas) } }),
      responses: this.#responses(endpoint),
      ...(security !== undefined && { security }),
    };
  }

  #responses(endpoint: Endpoint): Record<string, OpenApiResponse | OpenApiReference> {
    const { responses } = endpoint.route.contract ?? {};
    if (responses === undefined)
      return { default: { description: 'Any response' }, ...this.#implied(endpoint, new Set()) };
    const own = Object.entries(responses).map(([status, content]) => {
      const made = content && this.#content(content, endpoint, `response ${status}`);
      return [status, this.#response(status, made)] as const;
    });
    const named = new Set(own.map(([status]) => status));
    return { ...Object.fromEntries(own), ...this.#implied(endpoint, named) };
  }

  /** What the framework answers in place of the route, but for the statuses that its contract names. */
  #implied(endpoint: Endpoint, named: ReadonlySet<string>): Record<string, OpenApiReference> {
    const implied = impliedStatuses(endpoint)
      .filter((status) => !named.has(String(status)) && !named.has('4XX'))
      .map((status) => [status, problemResponse(status, this.#components)] as const);
    return Object.fromEntries(implied);
  }

  #response(status: string, content: OpenApiContent | null): OpenApiResponse {
    const { schemas } = this.#components;
    const described = Object.values(content ?? {}).map(
      ({ schema }) => schemas.resolve(schema)['description'],
    );
    const own = described.find((text) => typeof text === 'string');
    const description = own ?? CLASSES[status] ?? (statusPhrase(Number(status)) || `Status ${status}`);
    return { description, ...(content !== null && { content }) };
  }

  #content(content: ContentDescription, endpoint: Endpoint, place: string): OpenApiContent {
    return Object.fromEntries(
      Object.entries(content).map(([type, described]) => [
        type,
        { schema: this.#schema(described, endpoint, place) },
      ]),
    );
  }

  #schema({ vendor, schema, fault }: SchemaDescription, { route }: Endpoint, place: string): JsonSchema {
    if (schema === undefined) {
      this.#faults.add(
        `The route "${route.name}" has no JSON Schema of its ${place}, so the OpenAPI document leaves it open: ${fault}.`,
      );
      return {};
    }
    if (vendor === 'fw-runtime') return problemSchema(this.#components);
    return this.#components.schemas.add(schema);
  }

  #security({ route: { security } }: Endpoint): OpenApiOperation['security'] {
    return security?.map((schemes) =>
      Object.fromEntries(
        Object.entries(schemes).map(([name, scheme]) => [
          this.#components.addSecurityScheme(name, scheme),
          [],
        ]),
      ),
    );
  }
}
