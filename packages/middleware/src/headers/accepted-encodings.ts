import { weightedList } from './weighted-list.ts';

/**
 * Of the encodings that are offered, those that a client would rather have than the body as it is, the one that it likes best
 * first (RFC 9110 12.5.3). Those that it likes as much keep their order.
 *
 * @param accept the header Accept-Encoding
 */
export function acceptedEncodings<Offer extends { readonly encoding: string }>(
  offered: readonly Offer[],
  accept: string | undefined,
): Offer[] {
  if (accept === undefined) return [];
  const qualities = new Map<string, number>();
  for (const { value, quality } of weightedList(accept)) {
    qualities.set(value === 'x-gzip' ? 'gzip' : value, quality);
  }
  const identity = qualities.get('identity') ?? 0;
  const qualityOf = ({ encoding }: Offer): number => qualities.get(encoding) ?? qualities.get('*') ?? 0;
  return offered
    .filter((offer) => qualityOf(offer) > 0 && qualityOf(offer) >= identity)
    .toSorted((one, other) => qualityOf(other) - qualityOf(one));
}
