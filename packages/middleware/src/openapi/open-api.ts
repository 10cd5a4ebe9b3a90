import { applicationOf, defineMiddleware, HttpResponse, type SharedMiddleware } from 'fw-runtime';
import { contract, type WithContract } from 'fw-runtime/contract';
import { openApiOf } from 'fw-runtime/openapi';
import { optional, strictObject } from 'valibot';
import { hashOf } from '../etag/hash.ts';
import { isNotModified, notModified } from '../etag/not-modified.ts';
import { readOptions } from '../provider/read-options.ts';
import { count } from '../provider/schemas.ts';

/** Options of `openApi()`. */
export interface OpenApiOptions {
  /** The time that a client may cache the document, in seconds; 0 when absent: it revalidates each time, by ETag. */
  readonly max_age?: number;
}

const OPTIONS = strictObject({ max_age: optional(count('seconds'), 0) });

/**
 * Responds with the OpenAPI document of the outermost application that received the request, including nested
 * applications. The document is created at the first request and cached. The route is hidden in the document.
 *
 * @param options how long clients may cache the document; not at all when absent
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.get('/openapi.json', openApi(), 'openapi');
 */
export function openApi(options?: OpenApiOptions): SharedMiddleware & WithContract {
  const { max_age } = readOptions('api_document', OPTIONS, options);
  const cacheControl = max_age === 0 ? 'no-cache' : `max-age=${max_age}`;
  const documents = new WeakMap<object, Promise<Written>>();

  const middleware = defineMiddleware(async function openApi(request) {
    const application = applicationOf(request);
    if (application === undefined) {
      throw new Error(
        'openApi() handles requests that an application received, and this request was created by hand.',
      );
    }
    let written = documents.get(application);
    if (written === undefined) {
      written = openApiOf(application).then(write);
      documents.set(application, written);
      // An error may be gone at the next request.
      written.catch(() => documents.delete(application));
    }
    const { text, etag } = await written;
    const response = new HttpResponse(text, 200, {
      'Content-Type': 'application/json',
      'Cache-Control': cacheControl,
      ETag: etag,
      'X-Content-Type-Options': 'nosniff',
    });
    return isNotModified(request, response) ? notModified(response) : response;
  });
  return Object.assign(middleware, { contract: contract({ hidden: true, summary: 'The OpenAPI document' }) });
}

/** A document as it is sent. */
interface Written {
  readonly text: string;
  readonly etag: string;
}

async function write({ document }: { readonly document: object }): Promise<Written> {
  const text = JSON.stringify(document);
  return { text, etag: `"${await hashOf(text)}"` };
}
