import type { HttpResponse } from 'fw-runtime';
import { hasDirective } from '../headers/directives.ts';

// Headers of bodies that are already encoded, signed or partial.
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
  return !hasDirective(response, 'no-transform');
}
