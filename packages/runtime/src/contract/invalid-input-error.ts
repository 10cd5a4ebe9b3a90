import { HttpError } from '../error/http-error.ts';

/** Where a value of a request stands, as OpenAPI says it. */
export type InputPlace = 'path' | 'query' | 'header' | 'cookie' | 'body';

/** One value of a request that a contract does not take. */
export interface InputFault {
  /** A JSON pointer (RFC 6901) within its place, such as `/title`; "" for the whole. */
  readonly pointer: string;
  readonly in: InputPlace;
  /** What the schema says of it. */
  readonly detail: string;
}

/**
 * A request that does not keep the contract of its route: 422, 400 where its body cannot be parsed, 415 where the contract does
 * not take a body of its type. Clients read the faults as the member `errors` of a problem document (RFC 9457).
 */
export class InvalidInputError extends HttpError {
  static override get name(): string {
    return 'InvalidInputError';
  }

  readonly errors: readonly InputFault[];
  /** So that an application of another installed copy of the package knows it, too, as made for the client. */
  readonly expose = true as const;

  constructor(status: 400 | 415 | 422, message: string, errors: readonly InputFault[], cause?: unknown) {
    super(status, message, { extensions: { errors }, cause });
    this.errors = errors;
  }
}
