import { HttpError } from '../errors/http-error.ts';

/** Where a value of a request stands, as OpenAPI says it. */
export type InputPlace = 'path' | 'query' | 'header' | 'cookie' | 'body';

/** One value of a request that a contract does not take. Long texts are cut. */
export interface InputFault {
  /** A JSON pointer (RFC 6901) within its place, such as `/title`; "" for the whole. */
  readonly pointer: string;
  readonly in: InputPlace;
  /** What the schema says of it. */
  readonly detail: string;
}

/**
 * A request that does not keep the contract of its route: 422, 400 where its body cannot be parsed, 415 where the contract does
 * not take a body of its type. Clients read the faults as the member `errors` of a problem document (RFC 9457): at most 50, and
 * as the member `more` how many others there are.
 */
export class InvalidInputError extends HttpError {
  static override get name(): string {
    return 'InvalidInputError';
  }

  readonly errors: readonly InputFault[];
  /** How many faults there are beside `errors`. */
  readonly more: number;

  constructor(
    status: 400 | 415 | 422,
    message: string,
    errors: readonly InputFault[],
    cause?: unknown,
    more = 0,
  ) {
    super(status, message, { extensions: { errors, ...(more > 0 && { more }) }, cause });
    this.errors = errors;
    this.more = more;
  }
}
