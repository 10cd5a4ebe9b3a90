import type { ServerRequest } from '../../kernel/http/server-request.ts';

/** A page of a list, for `pageLinks()`. `limit` and `offset` usually come from the request's query. */
export interface PageOfList {
  /** The maximum number of items on the page. */
  readonly limit: number;
  /** The number of items before the page. */
  readonly offset: number;
  /** The number of items on all pages. */
  readonly total: number;
}

/**
 * Writes the value of the header `Link` for a page of a list (RFC 8288): `first`, `prev`, `next` and `last`. Other
 * parameters of the query stay in the links.
 *
 * @param request the request for the page
 * @param page the limit, the offset and the total number of items
 * @returns the value of the header
 * @example reply(200, items, { Link: pageLinks(request, { ...query, total }) })
 */
export function pageLinks(request: ServerRequest<object>, { limit, offset, total }: PageOfList): string {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const offsets: [relation: string, start: number][] = [['first', 0]];
  if (offset > 0) offsets.push(['prev', Math.max(0, offset - limit)]);
  if (offset + limit < total) offsets.push(['next', offset + limit]);
  offsets.push(['last', last]);
  const path = request.originalPath.replaceAll('>', '%3E');
  return offsets
    .map(([relation, start]) => {
      const query = new URLSearchParams(request.query);
      query.set('limit', String(limit));
      query.set('offset', String(start));
      return `<${path}?${query.toString()}>; rel="${relation}"`;
    })
    .join(', ');
}
