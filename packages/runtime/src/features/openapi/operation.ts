import type {
  ContentDescription,
  JsonSchema,
  SchemaDescription,
} from '../../kernel/pipeline/middleware-contract.ts';
import { Problem } from '../contract/problem.ts';
import { statusPhrase } from '../../kernel/errors/http-error.ts';
import { bodyOf, requestContent } from './bodies.ts';
import type { Components } from './components.ts';
import type { OpenApiContent, OpenApiOperation, OpenApiReference, OpenApiResponse } from './document.ts';
import type { Endpoint } from './endpoints.ts';
import { type ParameterPart, parametersOf } from './parameters.ts';

const CLASSES: Readonly<Record<string, string>> = {
  '1XX': 'Informational',
  '2XX': 'Success',
  '3XX': 'Redirection',
  '4XX': 'Client error',
  '5XX': 'Server error',
  default: 'Any other response',
};

/** Creates the operations of a document, one for each endpoint. */
export class Operations {
  readonly #components: Components;
  readonly #problems: Set<string>;

  /** Adds a message to `faults` for each incomplete operation. */
  constructor(components: Components, problems: Set<string>) {
    this.#components = components;
    this.#problems = problems;
  }

  operation(endpoint: Endpoint): OpenApiOperation {
    const { route, operationId } = endpoint;
    const { summary, description, tags, deprecated } = route.contract ?? {};
    const body = bodyOf(endpoint);
    const { schemas } = this.#components;
    const parameters = parametersOf(endpoint, (part) => this.#part(endpoint, part), schemas);
    const content = body && requestContent(body, this.#content(body, endpoint, 'body'), schemas);
    const security = this.#security(endpoint);
    return {
      operationId,
      ...(summary !== undefined && { summary }),
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags }),
      ...(deprecated !== undefined && { deprecated }),
      ...(parameters.length > 0 && { parameters }),
      ...(content && { requestBody: { required: true, content } }),
      responses: this.#responses(endpoint),
      ...(security !== undefined && { security }),
    };
  }

  #part(endpoint: Endpoint, part: ParameterPart): JsonSchema | undefined {
    const described = endpoint.route.contract?.[part];
    return described && this.#schema(described, endpoint, part);
  }

  #responses(endpoint: Endpoint): OpenApiOperation['responses'] {
    const { responses } = endpoint.route.contract ?? {};
    const own = Object.entries(responses ?? {}).map(([status, content]) => {
      const described = content && this.#content(content, endpoint, `response ${status}`);
      return [status, this.#response(status, described)] as const;
    });
    const named = new Set(own.map(([status]) => status));
    const implied = impliedStatuses(endpoint)
      .filter((status) => !named.has(String(status)) && !named.has('4XX'))
      .map((status) => [status, problemResponse(status, this.#components)] as const);
    return {
      ...(responses === undefined && { default: { description: 'Any response' } }),
      ...Object.fromEntries<OpenApiResponse | OpenApiReference>([...own, ...implied]),
    };
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
    const entries = Object.entries(content).map(
      ([type, described]) => [type, { schema: this.#schema(described, endpoint, place) }] as const,
    );
    return Object.fromEntries(entries);
  }

  #schema({ vendor, schema, fault }: SchemaDescription, { route }: Endpoint, place: string): JsonSchema {
    if (schema === undefined) {
      this.#problems.add(
        `The route "${route.name}" has no JSON Schema for its ${place}, so the OpenAPI document accepts any value: ${fault}.`,
      );
      return {};
    }
    if (vendor === 'fw-runtime') return problemSchema(this.#components);
    return this.#components.schemas.add(schema);
  }

  #security({ route: { security } }: Endpoint): OpenApiOperation['security'] {
    return security?.map((schemes) => {
      const names = Object.entries(schemes).map((each) => this.#components.addSecurityScheme(...each));
      return Object.fromEntries(names.map((name) => [name, []]));
    });
  }
}

/** Error responses of the framework, by status. */
const DESCRIPTIONS = {
  400: 'The body does not match its Content-Type.',
  401: 'The request has no valid credentials.',
  415: 'The media type of the body is not accepted.',
  422: 'The request is invalid; `errors` lists each value.',
} as const;

const STATUSES = [400, 401, 415, 422] as const;
type Status = (typeof STATUSES)[number];

/** The statuses of responses without the handler. */
function impliedStatuses(endpoint: Endpoint): Status[] {
  const { contract, security } = endpoint.route;
  const { params, query, headers, cookies } = contract ?? {};
  const body = bodyOf(endpoint);
  const any = params ?? query ?? headers ?? cookies ?? body;
  const causes = { 400: body, 401: security, 415: body, 422: any };
  return STATUSES.filter((status) => causes[status] !== undefined);
}

function problemResponse(status: Status, components: Components): OpenApiReference {
  const schema = problemSchema(components);
  return components.addResponse(statusPhrase(status).replaceAll(' ', ''), {
    description: DESCRIPTIONS[status],
    content: { 'application/problem+json': { schema } },
  });
}

function problemSchema({ schemas }: Components): { readonly $ref: string } {
  return schemas.addNamed('Problem', Problem['~standard'].jsonSchema.input({ target: 'draft-2020-12' }));
}
