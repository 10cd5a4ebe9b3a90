/** A value of a header such as Accept-Encoding, in lower case, with its quality from 0 (rejected) to 1. */
export interface Weighted {
  readonly value: string;
  readonly quality: number;
}

/** The values of a header with qualities, in their order in the header (RFC 9110 12.4.2). */
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

// The quality is 1 when it is missing, and 0 when it is malformed.
function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (quality === undefined) return 1;
  return /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(quality) ? Number(quality) : 0;
}
