import type { StandardSchemaV1 } from '@standard-schema/spec';
import { HttpError } from '../../kernel/errors/http-error.ts';

const MAX_ERRORS = 50;
/** In bytes, for all pointers and details together after escaping. */
const MAX_BYTES = 12_000;
/** Longer strings are cut, because a client controls much of a pointer and a message. */
const MAX_CHARACTERS = 200;

/** The location of a value in a request, in OpenAPI's words. */
export type InputPlace = 'path' | 'query' | 'header' | 'cookie' | 'body';

/** A value of a request that a contract rejects. Long strings are cut. */
export interface InputFault {
  /** The JSON pointer (RFC 6901) within its location, such as `/title`; "" for the whole value. */
  readonly pointer: string;
  /** The part of the request that contains the value. */
  readonly in: InputPlace;
  /** The message of the schema. */
  readonly detail: string;
}

/**
 * The error for a request that its route's contract rejects: 422, 400 when its body cannot be parsed, 415 when the
 * contract accepts no body of its type. Clients get a problem document (RFC 9457): at most 50 errors in the member
 * `errors`, and the number of other errors in `more`.
 */
export class InvalidInputError extends HttpError {
  /** @internal */
  static override get name(): string {
    return 'InvalidInputError';
  }

  /** The first errors of the request, at most 50. */
  readonly errors: readonly InputFault[];
  /** The number of errors that are not in `errors`. */
  readonly more: number;

  /**
   * Creates the error for a request.
   *
   * @param status 422 for values that a schema rejects, 400 for a malformed body, 415 for another media type
   * @param message a message for the client
   * @param errors the rejected values
   * @param cause the error behind it; none when absent
   * @param more the number of errors that are not in `errors`; 0 when absent
   */
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

/**
 * Collects the issues of a request for its client. Clients can cause any number of issues with strings of any length, so only
 * the first ones are reported, and the others are counted.
 */
export class InputFaults {
  readonly reported: InputFault[] = [];
  /** The number of errors that are not reported. */
  more = 0;
  #bytes = 0;

  add(issues: readonly StandardSchemaV1.Issue[], place: InputPlace): void {
    for (const issue of issues) {
      const keys = unrecognizedKeys(issue);
      if (keys.length === 0) this.#add(issue, place);
      for (const key of keys) this.#add(issue, place, key, keys.length > 1);
    }
  }

  /** @param isOneOfSeveral whether the message of the issue may name other keys too */
  #add(issue: StandardSchemaV1.Issue, place: InputPlace, key?: PropertyKey, isOneOfSeveral = false): void {
    // The message is read as late as possible, because arktype computes it on access.
    if (this.more === 0 && this.reported.length < MAX_ERRORS) {
      const { message, path = [] } = issue;
      const pointer = pointerOf(key === undefined ? path : [...path, key]);
      const own = `"${String(key)}"`;
      const detail = cut(isOneOfSeveral && message.includes(own) ? `Unrecognized key: ${own}` : `${message}`);
      this.#bytes += bytesOf(pointer) + bytesOf(detail);
      if (this.#bytes <= MAX_BYTES) {
        this.reported.push({ pointer, in: place, detail });
        return;
      }
    }
    this.more++;
  }
}

/** The unknown keys of an object, which zod reports in one issue. */
function unrecognizedKeys(issue: StandardSchemaV1.Issue): readonly PropertyKey[] {
  const { code, keys } = issue as { readonly code?: unknown; readonly keys?: unknown };
  return code === 'unrecognized_keys' && Array.isArray(keys) ? keys : [];
}

/** An upper bound of the size in JSON and HTML. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    bytes += code < 32 || `"&'<>\\`.includes(text.charAt(index)) ? 6 : code > 126 ? 3 : 1;
  }
  return bytes;
}

/** The path of an issue as a JSON pointer (RFC 6901), cut when it is long; "" for the whole value. */
export function pointerOf(path: StandardSchemaV1.Issue['path'] = []): string {
  let pointer = '';
  // A loop, because some libraries override `map` of their paths.
  for (const step of path) {
    if (pointer.length > MAX_CHARACTERS) break;
    pointer += `/${escapeStep(typeof step === 'object' ? step.key : step)}`;
  }
  return cut(pointer);
}

/** Cuts a long string, and makes it well-formed, so that its size does not depend on escapes. */
export function cut(text: string): string {
  return (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text).toWellFormed();
}

function escapeStep(key: PropertyKey): string {
  return String(key)
    .slice(0, MAX_CHARACTERS + 1)
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
}
