import { defineMiddleware, ServerRequest, type SharedMiddleware } from 'fw-runtime';
import { optional, record, strictObject, string } from 'valibot';
import { readOptions } from '../provider/read-options.ts';
import { size } from './size.ts';

/** How large the body of a request may be: bytes, or text such as '500kb' or '1.5mb', where a kilobyte is 1024 bytes. */
export interface BodyLimitOptions {
  /** Where no path says something else; that of the application, `server.body_limit`, when absent. */
  readonly limit?: number | string;
  /** By path prefix, of which the longest counts: `{ '/upload': '20mb' }`. */
  readonly paths?: Readonly<Record<string, number | string>>;
}

const OPTIONS = strictObject({ limit: optional(size), paths: optional(record(string(), size), {}) });

/**
 * Lowers the limit of bodies: what is larger is refused with 413, by its Content-Length at once, else when it is read. A limit
 * beyond that of the application, `server.body_limit`, changes nothing.
 *
 * @throws ConfigError naming the option that is malformed
 */
export function bodyLimit(options?: BodyLimitOptions): SharedMiddleware {
  const { limit, paths } = readOptions('body_limit', OPTIONS, options);
  const prefixes = Object.entries(paths)
    .map(([path, bytes]) => [prefixOf(path), bytes] as const)
    .toSorted(([one], [other]) => other.length - one.length);

  return defineMiddleware(function bodyLimit(request, next) {
    const bytes = limitOf(request.path.toLowerCase());
    return next(bytes === undefined ? request : request.withBodyLimit(bytes));
  });

  function limitOf(path: string): number | undefined {
    const found = prefixes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
    return found === undefined ? limit : found[1];
  }
}

/** In the spelling of `request.path`, without regard to case and to a slash at its end (rule P2). */
function prefixOf(path: string): string {
  return new ServerRequest(`/${path.replace(/^\/+|\/+$/g, '')}`).path.toLowerCase().replace(/\/$/, '');
}
