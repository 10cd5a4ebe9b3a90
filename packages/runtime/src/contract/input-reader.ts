import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ServerRequest } from '../message/server-request.ts';
import { BodyReader, type BodyFormat, unreadable } from './body-reader.ts';
import type { ContractDefinition, PartName, Schema } from './definition.ts';
import { type InputFault, type InputPlace, InvalidInputError } from './invalid-input-error.ts';
import { pointerOf } from './json-pointer.ts';
import { toMap } from './to-map.ts';

type Standard = Schema['~standard'];
type Result = StandardSchemaV1.Result<unknown>;

/** A part of a request other than its body, and how its value is made of a request. */
interface Part {
  readonly name: PartName;
  readonly place: InputPlace;
  readonly standard: Standard;
  readonly valueIn: (request: ServerRequest) => unknown;
}

const PLACES: readonly (Omit<Part, 'standard'> & { readonly name: Exclude<PartName, 'body'> })[] = [
  { name: 'params', place: 'path', valueIn: ({ params }) => params },
  { name: 'query', place: 'query', valueIn: ({ query }) => toMap(query) },
  { name: 'headers', place: 'header', valueIn: ({ headers }) => Object.fromEntries(headers) },
  { name: 'cookies', place: 'cookie', valueIn: ({ cookies }) => Object.fromEntries(cookies) },
];

const BODY = { name: 'body', place: 'body' } as const;

/** Calls what wants the input of a contract. */
export type Use<Input, Answer> = (input: Input, request: ServerRequest) => Answer;

/** Reads what a contract takes from a request. The hot path of every route with a contract. */
export class InputReader<Input extends object> {
  readonly #parts: readonly Part[];
  readonly #body: BodyReader | undefined;

  constructor(definition: ContractDefinition) {
    this.#parts = PLACES.flatMap((part) => {
      // Once, because some libraries make it anew whenever it is asked for.
      const standard = definition[part.name]?.['~standard'];
      return standard === undefined ? [] : [{ ...part, standard }];
    });
    this.#body = definition.body === undefined ? undefined : new BodyReader(definition.body);
  }

  /**
   * Calls with what the schemas make of the request; at once where nothing has to be waited for, else in one promise after that of
   * the body.
   *
   * @throws InvalidInputError with all that they do not take
   */
  read<Answer>(request: ServerRequest, use: Use<Input, Answer>): Answer | Promise<Awaited<Answer>> {
    const format = this.#body?.formatOf(request);
    const body = format?.read(request);
    if (body === undefined) return this.#validate(request, format, undefined, use);
    return body.then((value) => this.#validate(request, format, value, use), unreadable) as Promise<
      Awaited<Answer>
    >;
  }

  #validate<Answer>(
    request: ServerRequest,
    format: BodyFormat | undefined,
    body: unknown,
    use: Use<Input, Answer>,
  ): Answer | Promise<Awaited<Answer>> {
    const results: (Result | Promise<Result>)[] = [];
    for (const { standard, valueIn } of this.#parts) results.push(validate(standard, valueIn(request)));
    if (format !== undefined) results.push(validate(format.standard, body));
    for (const result of results) {
      if (result instanceof Promise) return this.#wait(results, request, use);
    }
    return use(this.#inputOf(results as Result[]), request);
  }

  // Not inside `#validate`, because a function that contains a closure allocates more at each call.
  #wait<Answer>(
    results: readonly (Result | Promise<Result>)[],
    request: ServerRequest,
    use: Use<Input, Answer>,
  ): Promise<Awaited<Answer>> {
    return Promise.all(results).then((settled) => use(this.#inputOf(settled), request)) as Promise<
      Awaited<Answer>
    >;
  }

  #inputOf(results: readonly Result[]): Input {
    const input: Record<string, unknown> = {};
    let faults: InputFault[] | undefined;
    for (let index = 0; index < results.length; index++) {
      const { name, place } = this.#parts[index] ?? BODY;
      const { issues, value } = results[index] as {
        issues?: readonly StandardSchemaV1.Issue[];
        value?: unknown;
      };
      if (issues === undefined) input[name] = value;
      else (faults ??= []).push(...issues.map((issue) => toFault(issue, place)));
    }
    if (faults === undefined || faults.length === 0) return input as Input;
    throw new InvalidInputError(422, 'The request does not fit what the route takes.', faults);
  }
}

function toFault(issue: StandardSchemaV1.Issue, place: InputPlace): InputFault {
  return { pointer: pointerOf(issue), in: place, detail: issue.message };
}

/** A throw is a rejection, so that those of other schemas that are pending are waited for too. */
function validate(standard: Standard, value: unknown): Result | Promise<Result> {
  try {
    return standard.validate(value);
  } catch (error) {
    return Promise.reject(error);
  }
}
