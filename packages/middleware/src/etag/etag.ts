import { defineMiddleware, type HttpResponse, type SharedMiddleware } from 'fw-runtime';
import { boolean, optional, strictObject } from 'valibot';
import { hasDirective } from '../headers/directives.ts';
import { readOptions } from '../provider/read-options.ts';
import { hashOf } from './hash.ts';
import { isNotModified, notModified } from './not-modified.ts';

/** Options of `etag()`: whether ETags are strong. */
export interface EtagOptions {
  /**
   * Whether ETags are strong, and so identify the exact bytes; false when absent. Outer middleware that changes the
   * bytes, such as compression, makes them weak again.
   */
  readonly strong?: boolean;
}

const OPTIONS = strictObject({ strong: optional(boolean(), false) });

/**
 * Adds an ETag to responses, and responds 304 without the body to clients that already have it. It applies to GET and
 * HEAD with status 200. Streams get none, because they would have to be buffered. An ETag or Last-Modified set by the
 * handler takes precedence.
 *
 * @param options whether ETags are strong; weak when absent
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(etag());
 * @source RFC 9110 8.8, 13.1.2, 13.1.3, 13.2.2
 */
export function etag(options?: EtagOptions): SharedMiddleware {
  const prefix = readOptions('etag', OPTIONS, options).strong ? '' : 'W/';

  return defineMiddleware(async function etag(request, next) {
    const response = await next(request);
    if (response.status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return response;
    const tagged = await withETag(response, prefix);
    return isNotModified(request, tagged) ? notModified(tagged) : tagged;
  });
}

async function withETag(response: HttpResponse, prefix: string): Promise<HttpResponse> {
  if (response.header('etag') !== undefined) return response;
  const { content, size } = response.body;
  // A handler for HEAD may omit the body that GET has.
  if (content === null || content instanceof ReadableStream || size === 0) return response;
  // A response that isn't stored is never revalidated.
  if (hasDirective(response, 'no-store')) return response;
  return response.withHeader('ETag', `${prefix}"${await hashOf(content)}"`);
}
