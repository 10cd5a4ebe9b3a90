import { Problem } from '../contract/problem.ts';
import { statusPhrase } from '../errors/http-error.ts';
import { bodyOf } from './bodies.ts';
import type { Components } from './components.ts';
import type { OpenApiReference } from './document.ts';
import type { Endpoint } from './endpoint.ts';

/** What the framework answers in place of a route, by status. */
const DESCRIPTIONS = {
  400: 'The body is not what its Content-Type says.',
  401: 'The request does not show who sends it.',
  415: 'The body has a type that is not taken.',
  422: 'The request does not fit what is taken; `errors` names each value.',
} as const;

type Status = keyof typeof DESCRIPTIONS;

/** The statuses that a request can get without its route being run. */
export function impliedStatuses(endpoint: Endpoint): Status[] {
  const { contract, security } = endpoint.route;
  const { params, query, headers, cookies } = contract ?? {};
  const body = bodyOf(endpoint);
  const reads = [params, query, headers, cookies, body].some((part) => part !== undefined);
  return [
    ...(body === undefined ? [] : ([400] as const)),
    ...(security === undefined ? [] : ([401] as const)),
    ...(body === undefined ? [] : ([415] as const)),
    ...(reads ? ([422] as const) : []),
  ];
}

export function problemResponse(status: Status, components: Components): OpenApiReference {
  const schema = problemSchema(components);
  return components.addResponse(statusPhrase(status).replaceAll(' ', ''), {
    description: DESCRIPTIONS[status],
    content: { 'application/problem+json': { schema } },
  });
}

export function problemSchema({ schemas }: Components): { readonly $ref: string } {
  return schemas.addNamed('Problem', Problem['~standard'].jsonSchema.input({ target: 'draft-2020-12' }));
}
