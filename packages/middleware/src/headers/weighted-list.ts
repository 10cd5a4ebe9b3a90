/** A value of a header such as Accept-Encoding, in lower case, and how much it is liked: from 0, which refuses it, to 1. */
export interface Weighted {
  readonly value: string;
  readonly quality: number;
}

/** The values of a header with qualities, in the order in which they stand (RFC 9110 12.4.2). */
export function weightedList(header: string): Weighted[] {
  return header
    .toLowerCase()
    .split(',')
    .map((item) => {
      const [value = '', ...parameters] = item.split(';').map((part) => part.trim());
      return { value, quality: qualityOf(parameters) };
    })
    .filter(({ value }) => value !== '');
}

// 1 where it is absent, 0 where it is malformed.
function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (quality === undefined) return 1;
  return /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(quality) ? Number(quality) : 0;
}
