import { defineMiddleware, ServerRequest, type SharedMiddleware } from 'fw-runtime';
import { optional, record, strictObject, string } from 'valibot';
import { readOptions } from '../provider/read-options.ts';
import { size } from './size.ts';

/**
 * Options of `bodyLimit()`. A limit is a number of bytes, or a string such as '500kb' or '1.5mb', where a kilobyte is
 * 1024 bytes.
 */
export interface BodyLimitOptions {
  /** The limit for paths without their own; the application's `server.body_limit` when absent. */
  readonly limit?: number | string;
  /**
   * Limits by path prefix, such as `{ '/upload': '20mb' }`; none when absent. The longest matching prefix takes
   * precedence.
   */
  readonly paths?: Readonly<Record<string, number | string>>;
}

const OPTIONS = strictObject({ limit: optional(size), paths: optional(record(string(), size), {}) });

/**
 * Lowers the limit for request bodies: larger bodies are rejected with 413, immediately when Content-Length announces
 * them, otherwise while they are read. A limit above the application's `server.body_limit` has no effect.
 *
 * @param options the limits; only the application's `server.body_limit` applies when absent
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(bodyLimit({ limit: '100kb', paths: { '/upload': '20mb' } }));
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

/** Prefixes are compared in the spelling of `request.path`, ignoring case and a trailing slash (rule P2). */
function prefixOf(path: string): string {
  return new ServerRequest(`/${path.replace(/^\/+|\/+$/g, '')}`).path.toLowerCase().replace(/\/$/, '');
}
