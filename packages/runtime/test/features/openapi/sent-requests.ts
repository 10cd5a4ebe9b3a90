import * as fc from 'fast-check';
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from '../../../src/features/openapi/index.ts';
import { valuesOf } from './arbitraries.ts';
import { TOKEN } from './twenty-contracts.ts';

/** An operation of a document, and its location. */
export interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

/** The values of a request; what is undefined is not sent. */
export interface SentValues {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: OpenApiParameter['in'];
    readonly value: unknown;
  }[];
  readonly type: string | undefined;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** Values that keep what a document says of an operation. */
export function validValues({ operation }: Place, document: OpenApiDocument): fc.Arbitrary<SentValues> {
  const { parameters = [], requestBody, security } = operation;
  const values = parameters.map(({ name, in: place, schema, required = false }) => {
    const value = valuesOf(schema, document).filter((each) => canBeSent(each, place));
    return fc.record({
      name: fc.constant(name),
      in: fc.constant(place),
      value: required ? value : fc.option(value, { nil: undefined }),
    });
  });
  const contents = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
    fc.record({
      type: fc.constant(type),
      body: valuesOf(schema, document).filter((body) => !isForm(type) || hasNoEmptyList(body)),
    }),
  );
  return fc
    .record({
      parameters: fc.tuple(...values),
      content:
        contents.length === 0 ? fc.constant({ type: undefined, body: undefined }) : fc.oneof(...contents),
      authorization: fc.constant(security === undefined ? undefined : TOKEN),
    })
    .map(({ parameters: sent, content, authorization }) => ({ parameters: sent, ...content, authorization }));
}

/** The same with some of them spoilt. */
export function brokenValues(place: Place, document: OpenApiDocument): fc.Arbitrary<SentValues> {
  const junk = fc.oneof(fc.constant(undefined), fc.string(), fc.jsonValue({ maxDepth: 2 }));
  const spoil = fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 3 });
  const types = fc.constantFrom(
    undefined,
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  );
  return fc
    .tuple(validValues(place, document), spoil, types, fc.option(fc.string()))
    .map(([values, changes, type, raw]) => {
      const parameters = [...values.parameters];
      let { body, authorization } = values;
      let sentType = values.type;
      for (const [index, value] of changes) {
        // One place more for each of body, type and authorization.
        const at = index % (parameters.length + 4);
        const parameter = parameters[at];
        if (parameter !== undefined)
          parameters[at] = { ...parameter, value: canBeSent(value, parameter.in) ? value : undefined };
        else if (at === parameters.length) body = value;
        else if (at === parameters.length + 1) sentType = type;
        else if (at === parameters.length + 2) body = new Raw(raw ?? '{"');
        else authorization = undefined;
      }
      return { parameters, body, type: sentType, authorization };
    });
}

/** A body as it is sent. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function isForm(type: string): boolean {
  return type.endsWith('form-urlencoded') || type === 'multipart/form-data';
}

/** A list without values is not there in a form. */
function hasNoEmptyList(body: unknown): boolean {
  return Object.values(body as object).every((value) => !Array.isArray(value) || value.length > 0);
}

/** Whether what arrives is the value, as text. */
function canBeSent(value: unknown, place: OpenApiParameter['in']): boolean {
  if (Array.isArray(value))
    return place === 'query' && value.length > 0 && value.every((each) => canBeSent(each, place));
  if (value === null || typeof value === 'object' || !String(value).isWellFormed()) return false;
  const text = String(value);
  if (place === 'path') return text !== '' && text !== '.' && text !== '..';
  return place !== 'header' || /^[!-~](?:[ -~]*[!-~])?$/.test(text);
}

/** The request that has these values. */
export function requestOf({ path, method }: Place, values: SentValues): Request {
  const query = new URLSearchParams();
  const headers = new Headers({ Accept: 'application/json' });
  const cookies: string[] = [];
  let target = path;
  for (const { name, in: place, value } of values.parameters) {
    if (value === undefined) {
      if (place === 'path') target = target.replace(`{${name}}`, '');
      continue;
    }
    const encoded = encodeURIComponent(String(value));
    if (place === 'query') for (const each of [value].flat()) query.append(name, String(each));
    else if (place === 'header') headers.set(name, String(value));
    else if (place === 'cookie') cookies.push(`${name}=${encoded}`);
    else target = target.replace(`{${name}}`, () => encoded);
  }
  if (cookies.length > 0) headers.set('Cookie', cookies.join('; '));
  if (values.authorization !== undefined) headers.set('Authorization', values.authorization);
  const hasBody = method !== 'get' && method !== 'head' && values.body !== undefined;
  const body = hasBody ? bodyOf(values.body, values.type) : null;
  if (values.type !== undefined && !(body instanceof FormData)) headers.set('Content-Type', values.type);
  const init = { method: method.toUpperCase(), headers, body };
  return new Request(`http://localhost${target}${query.size > 0 ? `?${query}` : ''}`, init);
}

function bodyOf(body: unknown, type = ''): string | FormData | URLSearchParams {
  if (body instanceof Raw) return body.text;
  if (typeof body === 'string' && type === 'text/plain') return body;
  if (!isForm(type) || typeof body !== 'object' || body === null) return JSON.stringify(body);
  const form = type === 'multipart/form-data' ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    for (const each of [value].flat())
      form.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each));
  }
  return form;
}
