import type { HttpResponse } from 'fw-runtime';

/** Adds these request headers to the response's Vary header. */
export function withVary(response: HttpResponse, ...names: readonly string[]): HttpResponse {
  const present = (response.header('vary') ?? '').split(',').map((name) => name.trim());
  const known = new Set(present.map((name) => name.toLowerCase()));
  const missing = names.filter((name) => !known.has(name.toLowerCase()));
  if (known.has('*') || missing.length === 0) return response;
  return response.withHeader('Vary', [...present.filter((name) => name !== ''), ...missing].join(', '));
}
