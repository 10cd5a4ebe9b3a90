import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ServerRequest } from '../message/server-request.ts';
import { BodyReader } from './body-reader.ts';
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

  #validate(
    request: ServerRequest,
    body: { readonly schema: Schema; readonly value: unknown } | undefined,
  ): Input | Promise<Input> {
    const input: Record<string, unknown> = {};
    const faults: InputFault[] = [];
    let pending: Promise<void>[] | undefined;
    const check = (name: PartName, place: InputPlace, schema: Schema, value: unknown): void => {
      const note = (result: StandardSchemaV1.Result<unknown>): void => {
        if (result.issues === undefined) input[name] = result.value;
        else
          for (const issue of result.issues)
            faults.push({ pointer: pointerOf(issue), in: place, detail: issue.message });
      };
      const result = schema['~standard'].validate(value);
      if (result instanceof Promise) (pending ??= []).push(result.then(note));
      else note(result);
    };
    for (const { name, place, schema, valueIn } of this.#parts) check(name, place, schema, valueIn(request));
    if (body !== undefined) check('body', 'body', body.schema, body.value);
    const finish = (): Input => {
      if (faults.length > 0)
        throw new InvalidInputError(422, 'The request does not fit what the route takes.', faults);
      return input as Input;
    };
    return pending === undefined ? finish() : Promise.all(pending).then(finish);
  }
}
