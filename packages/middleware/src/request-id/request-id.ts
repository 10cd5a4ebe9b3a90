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

/** Where the id of a request comes from, and in which header it stands. */
export interface RequestIdOptions {
  /** The header of the response, and of the request where `trust` is set; `X-Request-Id` when absent. */
  readonly header?: string;
  /**
   * Whether the id that a request brings is kept, as behind a proxy that sets it; false when absent, because a client could
   * make its lines in the log look like those of another. One that is not harmless is replaced.
   */
  readonly trust?: boolean;
  /** Makes an id; `crypto.randomUUID()` when absent. */
  readonly generate?: (request: ServerRequest) => string;
}

/** The id of a request: `request.get(RequestId)`. */
export const RequestId: Attribute<string> = attribute<string>('requestId');

const OPTIONS = strictObject({
  header: optional(token('the name of a header'), 'X-Request-Id'),
  trust: optional(boolean(), false),
  generate: optional(
    callback<(request: ServerRequest) => string>('a function'),
    () => () => crypto.randomUUID(),
  ),
});
// Nothing that means something in a log, a header or a shell, and not enough to fill a disk.
const HARMLESS = /^[\w.:=+/@-]{1,128}$/;

/**
 * Gives each request an id, which its response tells, so that a report of a user finds its lines in the log.
 *
 * @throws ConfigError naming the option that is malformed
 */
export function requestId(options?: RequestIdOptions): SharedMiddleware {
  const { header, trust, generate } = readOptions('request_id', OPTIONS, options);

  return defineMiddleware(async function requestId(request, next) {
    const given = trust ? request.header(header) : undefined;
    const id = given !== undefined && HARMLESS.test(given) ? given : generate(request);
    // By its name the framework's log finds it as well.
    const response = await next(request.with(RequestId, id).withAttribute('requestId', id));
    return response.withHeader(header, id);
  });
}
