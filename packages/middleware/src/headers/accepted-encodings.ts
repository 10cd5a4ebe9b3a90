import { weightedList } from './weighted-list.ts';

/**
 * The offered encodings that a client prefers to the uncompressed body, best first (RFC 9110 12.5.3). Equal
 * preferences keep their order.
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
