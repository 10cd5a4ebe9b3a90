import type { HttpResponse } from 'fw-runtime';

/**
 * Whether the Cache-Control of a response has a directive.
 *
 * @param name in lower case
 */
export function hasDirective(response: HttpResponse, name: string): boolean {
  // A comma within quotes separates nothing.
  const directives = (response.header('cache-control') ?? '').replace(/"(?:[^"\\]|\\.)*"/g, '').split(',');
  return directives.some((directive) => directive.split('=', 1)[0]?.trim().toLowerCase() === name);
}
