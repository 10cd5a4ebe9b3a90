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

/** What is compressed, and how. */
export interface CompressionOptions {
  /** Bodies of fewer bytes are sent as they are; 1024 when absent. Streams, whose size nobody knows, are compressed. */
  readonly threshold?: number;
  /** The encodings that are offered, the one to prefer first; those that the runtime has of 'br', 'zstd' and 'gzip' when absent. */
  readonly encodings?: readonly Encoding[];
  /** How hard each tries: br from 0 to 11 (4 when absent), zstd from 1 to 22 (3), gzip from 0 to 9 (6). */
  readonly levels?: Levels;
  /** The media types that are compressed, such as `text/*` or `application/*+json`; text, data and fonts when absent. */
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
 * Compresses the bodies of responses as clients accept it. Left as they are: what is encoded already, parts of something,
 * `Cache-Control: no-transform`, small bodies, and media types that compress badly.
 *
 * @throws ConfigError naming the option that is malformed
 * @source RFC 9110 8.4, 12.5.3
 */
export function compression(options?: CompressionOptions): SharedMiddleware {
  const { threshold, encodings, levels, types } = readOptions('compression', OPTIONS, options);
  const compressors = compressorsFor(encodings, levels as Levels);
  const isCompressible = matchesTypes(types);

  return defineMiddleware(async function compression(request, next) {
    const response = await next(request);
    if (response.status === 304) return withValidatorOf(response, request.header('if-none-match'));
    // An empty body is no valid gzip.
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
  // A response to HEAD may tell the length without the body.
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
    // A part of the body as it was is no part of this one.
    .withoutHeader('Accept-Ranges');
  return withWeakETag(compressed);
}

// The bytes differ from those that a strong ETag stands for (RFC 9110 8.8.1).
function withWeakETag(response: HttpResponse): HttpResponse {
  const etag = response.header('etag');
  return etag?.startsWith('"') === true ? response.withHeader('ETag', `W/${etag}`) : response;
}

/** With the ETag under which the client has stored the body, else its cache could not tell what is still fresh. */
function withValidatorOf(response: HttpResponse, asked = ''): HttpResponse {
  const etag = response.header('etag');
  return etag !== undefined && asked.includes(`W/${etag}`) ? withWeakETag(response) : response;
}
