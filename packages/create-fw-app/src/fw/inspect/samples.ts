import type { PlaceholderReport, SegmentReport } from './report.ts';

const values = [
  '1',
  'a',
  '42',
  'abc',
  '2024',
  '12',
  '01',
  'en',
  'a1',
  'abc-def',
  'x.txt',
  'ABC',
  'true',
  '0',
];
const longValues = [
  'de-DE',
  '2024-01-31',
  '12345',
  '123456',
  '12345678',
  'deadbeef',
  'a@b.example',
  '123e4567-e89b-42d3-a456-426614174000',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '507f1f77bcf86cd799439011',
];

/** Up to `count` values that a placeholder accepts. */
export function sampleValues({ restrictions }: PlaceholderReport, count: number): string[] {
  const expressions = restrictions.map((source) => new RegExp(`^(?:${source})$`));
  // What stands in the expression as alternatives, such as "draft|live", is a candidate too.
  const literal = restrictions.flatMap((source) => source.match(/[A-Za-z0-9_-]+/g) ?? []);
  return [...new Set([...values, ...longValues, ...literal])]
    .filter((value) => expressions.every((expression) => expression.test(value)))
    .slice(0, count);
}

/** Paths of one form of a route, up to `count`; none when no value is known for a placeholder. */
export function samplePaths(form: readonly SegmentReport[], count: number): string[] {
  const choices = new Map<PlaceholderReport, string[]>();
  for (const part of form.flat()) if (typeof part !== 'string') choices.set(part, sampleValues(part, count));
  if ([...choices.values()].some((known) => known.length === 0)) return [];
  const most = Math.max(1, ...[...choices.values()].map((known) => known.length));
  return Array.from({ length: most }, (_, index) => {
    const fill = (part: string | PlaceholderReport): string =>
      typeof part === 'string' ? part : (choices.get(part)?.at(index) ?? choices.get(part)?.[0] ?? '');
    return `/${form.map((segment) => segment.map(fill).join('')).join('/')}`;
  });
}
