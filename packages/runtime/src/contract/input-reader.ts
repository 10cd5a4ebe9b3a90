import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ServerRequest } from '../message/server-request.ts';
import { BodyReader, type ReadBody } from './body-reader.ts';
import type { ContractDefinition, PartName, Schema } from './definition.ts';
import { type InputFault, type InputPlace, InvalidInputError } from './invalid-input-error.ts';
import { pointerOf } from './json-pointer.ts';
import { toMap } from './to-map.ts';

/** A part of a request other than its body, and how its value is made of a request. */
interface Part {
  readonly name: PartName;
  readonly place: InputPlace;
  readonly schema: Schema;
  readonly valueIn: (request: ServerRequest) => unknown;
}

const PLACES: readonly (Omit<Part, 'schema'> & { readonly name: Exclude<PartName, 'body'> })[] = [
  { name: 'params', place: 'path', valueIn: ({ params }) => params },
  { name: 'query', place: 'query', valueIn: ({ query }) => toMap(query) },
  { name: 'headers', place: 'header', valueIn: ({ headers }) => Object.fromEntries(headers) },
  { name: 'cookies', place: 'cookie', valueIn: ({ cookies }) => Object.fromEntries(cookies) },
];

type Result = StandardSchemaV1.Result<unknown>;

const BODY = { name: 'body', place: 'body' } as const;

/** Reads what a contract takes from a request. */
export class InputReader<Input extends object> {
  readonly #parts: readonly Part[];
  readonly #body: BodyReader | undefined;

  constructor(definition: ContractDefinition) {
    this.#parts = PLACES.flatMap((part) => {
      const schema = definition[part.name];
      return schema === undefined ? [] : [{ ...part, schema }];
    });
    this.#body = definition.body === undefined ? undefined : new BodyReader(definition.body);
  }

  /**
   * What the schemas make of the request; at once where nothing has to be waited for.
   *
   * @throws InvalidInputError with all that they do not take
   */
  read(request: ServerRequest): Input | Promise<Input> {
    if (this.#body === undefined) return this.#validate(request, undefined);
    return this.#body.read(request).then((body) => this.#validate(request, body));
  }

  #validate(request: ServerRequest, body: ReadBody | undefined): Input | Promise<Input> {
    const values = this.#parts.map(({ schema, valueIn }) => validate(schema, valueIn(request)));
    if (body !== undefined) values.push(validate(body.schema, body.value));
    return values.some((value) => value instanceof Promise)
      ? Promise.all(values).then((results) => this.#inputOf(results))
      : this.#inputOf(values as Result[]);
  }

  #inputOf(results: readonly Result[]): Input {
    const input: Record<string, unknown> = {};
    const faults: InputFault[] = [];
    for (const [index, result] of results.entries()) {
      const { name, place } = this.#parts[index] ?? BODY;
      if (result.issues === undefined) input[name] = result.value;
      else
        for (const issue of result.issues)
          faults.push({ pointer: pointerOf(issue), in: place, detail: issue.message });
    }
    if (faults.length === 0) return input as Input;
    throw new InvalidInputError(422, 'The request does not fit what the route takes.', faults);
  }
}

/** A throw is a rejection, so that those of other schemas that are pending are waited for too. */
function validate(schema: Schema, value: unknown): Result | Promise<Result> {
  try {
    return schema['~standard'].validate(value);
  } catch (error) {
    return Promise.reject(error);
  }
}
