import type { HttpResponse } from 'fw-runtime';
import { weightedList } from '../headers/weighted-list.ts';
import type { Compressor } from './compressors.ts';

/**
 * The compressor that a client likes best (RFC 9110 12.5.3); of several that it likes as much, the first.
 *
 * @returns undefined where it would rather have the body as it is
 */
export function chooseCompressor(
  compressors: readonly Compressor[],
  accept: string | undefined,
): Compressor | undefined {
  if (accept === undefined) return undefined;
  const qualities = new Map<string, number>();
  for (const { value, quality } of weightedList(accept)) {
    qualities.set(value === 'x-gzip' ? 'gzip' : value, quality);
  }
  const other = qualities.get('*') ?? 0;
  let best: Compressor | undefined;
  let bestQuality = 0;
  for (const compressor of compressors) {
    const quality = qualities.get(compressor.encoding) ?? other;
    if (quality <= bestQuality) continue;
    best = compressor;
    bestQuality = quality;
  }
  return (qualities.get('identity') ?? 0) > bestQuality ? undefined : best;
}

// Bodies that are encoded, signed or parts of something.
const FIXED = ['content-encoding', 'content-range', 'content-digest', 'repr-digest'] as const;

/**
 * Whether the body of a response may be compressed.
 *
 * @param isCompressible of the media type
 */
export function mayCompress(response: HttpResponse, isCompressible: (type: string) => boolean): boolean {
  const { status } = response;
  if (status === 204 || status === 205 || status === 206 || status === 304) return false;
  if (!isCompressible(response.header('content-type') ?? '')) return false;
  if (FIXED.some((name) => response.header(name) !== undefined)) return false;
  return !/\bno-transform\b/i.test(response.header('cache-control') ?? '');
}
