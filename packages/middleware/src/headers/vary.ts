import type { HttpResponse } from 'fw-runtime';

/** A response that also says that it depends on these headers of the request. */
export function withVary(response: HttpResponse, ...names: readonly string[]): HttpResponse {
  const present = (response.header('vary') ?? '').split(',').map((name) => name.trim());
  const known = new Set(present.map((name) => name.toLowerCase()));
  const missing = names.filter((name) => !known.has(name.toLowerCase()));
  if (known.has('*') || missing.length === 0) return response;
  return response.withHeader('Vary', [...present.filter((name) => name !== ''), ...missing].join(', '));
}
