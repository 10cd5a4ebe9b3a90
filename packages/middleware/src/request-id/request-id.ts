import {
  attribute,
  type Attribute,
  defineMiddleware,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { boolean, optional, strictObject } from 'valibot';
import { readOptions } from '../provider/read-options.ts';
import { callback, token } from '../provider/schemas.ts';

/** Options of `requestId()`. */
export interface RequestIdOptions {
  /** The header of the response, and of the request with `trust`; `X-Request-Id` when absent. */
  readonly header?: string;
  /**
   * Whether to keep the id that a request carries, for example behind a proxy that sets it; false when absent,
   * because clients could imitate the ids of other requests in the log. Ids with unsafe characters are replaced.
   */
  readonly trust?: boolean;
  /** Generates an id; `crypto.randomUUID()` when absent. */
  readonly generate?: (request: ServerRequest) => string;
}

/**
 * The attribute with the id of a request.
 *
 * @example const id = request.require(RequestId);
 */
export const RequestId: Attribute<string> = attribute<string>('requestId');

const OPTIONS = strictObject({
  header: optional(token('the name of a header'), 'X-Request-Id'),
  trust: optional(boolean(), false),
  generate: optional(
    callback<(request: ServerRequest) => string>('a function'),
    () => () => crypto.randomUUID(),
  ),
});
// No characters with a meaning in logs, headers or shells, and not enough to fill a disk.
const HARMLESS = /^[\w.:=+/@-]{1,128}$/;

/**
 * Gives each request an id, which is sent in the response, so that a user's report leads to its lines in the log.
 *
 * @param options the header, and how ids are generated; each has a default
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(requestId({ trust: true }));
 */
export function requestId(options?: RequestIdOptions): SharedMiddleware {
  const { header, trust, generate } = readOptions('request_id', OPTIONS, options);

  return defineMiddleware(async function requestId(request, next) {
    const given = trust ? request.header(header) : undefined;
    const id = given !== undefined && HARMLESS.test(given) ? given : generate(request);
    // The framework's log reads the attribute of this name.
    const response = await next(request.with(RequestId, id).withAttribute('requestId', id));
    return response.withHeader(header, id);
  });
}
