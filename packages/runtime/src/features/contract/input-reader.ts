import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import { type BodyFormat, BodyReader, unreadable } from './body-reader.ts';
import type { ContractDefinition, PartName, Schema } from './definition.ts';
import { acceptingSingleValues, valuesByKey } from './form-values.ts';
import { InputFaults, type InputPlace, InvalidInputError } from './invalid-input-error.ts';

type Standard = Schema['~standard'];
type Result = StandardSchemaV1.Result<unknown>;
type Values = Partial<Record<PartName, unknown>>;

/** A part of a request that has a schema. */
interface Part {
  readonly name: PartName;
  readonly place: InputPlace;
  /** Undefined for the body, whose schema depends on its media type. */
  readonly standard: Standard | undefined;
  readonly valueIn: (request: ServerRequest, body: unknown) => unknown;
}

const PARTS: readonly Omit<Part, 'standard'>[] = [
  { name: 'params', place: 'path', valueIn: ({ params }) => params },
  { name: 'query', place: 'query', valueIn: ({ query }) => valuesByKey(query) },
  { name: 'headers', place: 'header', valueIn: ({ headers }) => Object.fromEntries(headers) },
  { name: 'cookies', place: 'cookie', valueIn: ({ cookies }) => Object.fromEntries(cookies) },
  { name: 'body', place: 'body', valueIn: (_request, body) => body },
];

/** A handler that takes the input of a contract. */
export type Use<Input> = (input: Input, request: ServerRequest) => unknown;

/** Reads and validates the input of a contract. It runs for every request to a route with a contract. */
export class InputReader<Input extends object> {
  readonly #parts: readonly Part[];
  readonly #body: BodyReader | undefined;

  constructor(definition: ContractDefinition) {
    this.#parts = PARTS.filter(({ name }) => definition[name] !== undefined).map((part) => {
      // Read once, because some libraries create it on every access.
      const standard = part.name === 'body' ? undefined : definition[part.name]?.['~standard'];
      return {
        ...part,
        standard: part.name === 'query' && standard ? acceptingSingleValues(standard) : standard,
      };
    });
    this.#body = definition.body === undefined ? undefined : new BodyReader(definition.body);
  }

  /**
   * Calls a handler with the validated input: synchronously, unless the body or a schema is asynchronous.
   *
   * @throws {@link InvalidInputError} with the errors of all parts
   */
  read(request: ServerRequest, use: Use<Input>): unknown {
    const format = this.#body?.formatOf(request);
    const body = format?.read(request);
    if (body === undefined) return this.#validate(request, format, undefined, use);
    return body.then((value) => this.#validate(request, format, value, use), unreadable);
  }

  #validate(request: ServerRequest, format: BodyFormat | undefined, body: unknown, use: Use<Input>): unknown {
    const parts = this.#parts;
    const values: Values = {};
    let results: (Result | Promise<Result>)[] | undefined;
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] as Part;
      const result = validate(part, request, format, body);
      if (result instanceof Promise || result.issues !== undefined) results ??= resultsOf(values);
      else values[part.name] = result.value;
      results?.push(result);
    }
    return results === undefined ? use(values as Input, request) : this.#settle(results, request, use);
  }

  // Separate from `#validate`, because a function that contains a closure allocates more in each call.
  #settle(results: readonly (Result | Promise<Result>)[], request: ServerRequest, use: Use<Input>): unknown {
    const finish = (settled: readonly Result[]): unknown =>
      use(complete(this.#parts, settled) as Input, request);
    return results.some((result) => result instanceof Promise)
      ? Promise.all(results).then(finish)
      : finish(results as Result[]);
  }
}

/** The results of the parts that were valid so far. */
function resultsOf(values: Values): (Result | Promise<Result>)[] {
  return Object.values(values).map((value) => ({ value }));
}

/** @throws {@link InvalidInputError} with the errors in the order of the parts */
function complete(parts: readonly Part[], results: readonly Result[]): Values {
  const values: Values = {};
  let errors: InputFaults | undefined;
  for (const [index, { name, place }] of parts.entries()) {
    const result = results[index] as Result;
    if (result.issues === undefined) values[name] = result.value;
    else (errors ??= new InputFaults()).add(result.issues, place);
  }
  if (errors === undefined) return values;
  const { reported, more } = errors;
  const message = 'The request does not match the contract of the route.';
  throw new InvalidInputError(422, message, reported, undefined, more);
}

/** Turns an error into a rejection, so that pending validations of other parts are awaited too. */
function validate(
  { standard, valueIn }: Part,
  request: ServerRequest,
  format: BodyFormat | undefined,
  body: unknown,
): Result | Promise<Result> {
  try {
    return (standard ?? (format as BodyFormat).standard).validate(valueIn(request, body));
  } catch (error) {
    return Promise.reject(error);
  }
}
