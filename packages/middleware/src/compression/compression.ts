import { defineMiddleware, type HttpResponse, type SharedMiddleware } from 'fw-runtime';
import { array, optional, picklist, pipe, regex, strictObject, string } from 'valibot';
import { acceptedEncodings } from '../headers/accepted-encodings.ts';
import { withVary } from '../headers/vary.ts';
import { readOptions } from '../provider/read-options.ts';
import { count, level } from '../provider/schemas.ts';
import { compressedStream } from './compressed-stream.ts';
import { type Compressor, compressorsFor, type Encoding, type Levels } from './compressors.ts';
import { mayCompress } from './may-compress.ts';
import { COMPRESSIBLE, matchesTypes, MEDIA_TYPE } from './media-types.ts';

/** Options of `compression()`. */
export interface CompressionOptions {
  /**
   * The size in bytes below which bodies are not compressed; 1024 when absent. Streams of unknown size are always
   * compressed.
   */
  readonly threshold?: number;
  /**
   * The encodings to offer, in order of preference; those of 'br', 'zstd' and 'gzip' that the runtime supports when
   * absent.
   */
  readonly encodings?: readonly Encoding[];
  /** The compression level of each encoding; see `Levels` for the defaults. */
  readonly levels?: Levels;
  /** The media types to compress, such as `text/*` or `application/*+json`; text, data and fonts when absent. */
  readonly types?: readonly string[];
}

const ENCODINGS: Encoding[] = ['br', 'zstd', 'gzip'];
const OPTIONS = strictObject({
  threshold: optional(count('bytes'), 1024),
  encodings: optional(array(picklist(ENCODINGS)), ENCODINGS),
  levels: optional(
    strictObject({
      br: optional(level(0, 11)),
      zstd: optional(level(1, 22)),
      gzip: optional(level(0, 9)),
    }),
    {},
  ),
  types: optional(
    array(pipe(string(), regex(MEDIA_TYPE, 'expected a media type such as "text/html" or "text/*"'))),
    [...COMPRESSIBLE],
  ),
});

/**
 * Compresses response bodies with an encoding that the client accepts. It skips responses that are already encoded,
 * partial, small, marked `Cache-Control: no-transform`, or of a media type that doesn't compress well.
 *
 * @param options the encodings, levels and media types; each has a default
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(compression({ threshold: 2048 }));
 * @source RFC 9110 8.4, 12.5.3
 */
export function compression(options?: CompressionOptions): SharedMiddleware {
  const { threshold, encodings, levels, types } = readOptions('compression', OPTIONS, options);
  const compressors = compressorsFor(encodings, levels as Levels);
  const isCompressible = matchesTypes(types);

  return defineMiddleware(async function compression(request, next) {
    const response = await next(request);
    if (response.status === 304) return withValidatorOf(response, request.header('if-none-match'));
    // An empty body would not be valid gzip.
    if (response.body.size === 0 && request.method !== 'HEAD') return response;
    if (!mayCompress(response, isCompressible) || sizeOf(response, request.method) < threshold)
      return response;
    const varied = withVary(response, 'Accept-Encoding');
    const [compressor] = acceptedEncodings(compressors, request.header('accept-encoding'));
    return compressor === undefined ? varied : compress(varied, compressor);
  });
}

/** In bytes, infinite for a stream of unknown size. */
function sizeOf(response: HttpResponse, method: string): number {
  const declared = Number(response.header('content-length') ?? Number.NaN);
  const { size } = response.body;
  // A response to HEAD may carry a Content-Length without a body.
  if (size === undefined || (size === 0 && method === 'HEAD')) {
    return Number.isNaN(declared) ? (size ?? Number.POSITIVE_INFINITY) : declared;
  }
  return size;
}

async function compress(response: HttpResponse, compressor: Compressor): Promise<HttpResponse> {
  const { content } = response.body;
  const body =
    content === null || content instanceof ReadableStream
      ? content && compressedStream(content, compressor.stream)
      : await compressor.whole(content);
  const compressed = response
    .withBody(body)
    .withHeader('Content-Encoding', compressor.encoding)
    // A byte range of the original body is not a range of the compressed body.
    .withoutHeader('Accept-Ranges');
  return withWeakETag(compressed);
}

// The compressed bytes differ from the bytes that a strong ETag identifies (RFC 9110 8.8.1).
function withWeakETag(response: HttpResponse): HttpResponse {
  const etag = response.header('etag');
  return etag?.startsWith('"') === true ? response.withHeader('ETag', `W/${etag}`) : response;
}

/** Restores the ETag under which the client stored the body; otherwise its cache couldn't revalidate the entry. */
function withValidatorOf(response: HttpResponse, ifNoneMatch = ''): HttpResponse {
  const etag = response.header('etag');
  return etag !== undefined && ifNoneMatch.includes(`W/${etag}`) ? withWeakETag(response) : response;
}
