import type { Placeholder, Segment } from '../../kernel/router/path-pattern.ts';
import type { Constraints } from '../../kernel/router/route.ts';
import { sourcesOf, valueCheck } from '../../kernel/router/constraints/constraint.ts';

const MOST_SAMPLES = 3;
const SHORT =
  '1 a 42 abc 2024 12 01 en a1 abc-def x.txt ABC true 0 de-DE 2024-01-31 12345 123456 12345678 deadbeef a@b.example';
const IDS = '123e4567-e89b-42d3-a456-426614174000 01ARZ3NDEKTSV4RRFFQ69G5FAV 507f1f77bcf86cd799439011';
const VALUES = `${SHORT} ${IDS}`.split(' ');

/** Paths that a route should handle, up to three for each variant of its path; none when no value can be guessed. */
export function samplePaths(variants: readonly (readonly Segment[])[], constraints: Constraints): string[] {
  return variants.flatMap((segments) => {
    const parts = segments.flat().filter((part) => typeof part === 'object');
    const values = new Map(parts.map((part) => [part, sampleValues(part, constraints)]));
    const counts = [...values.values()].map(({ length }) => length);
    if (counts.includes(0)) return [];
    return Array.from({ length: Math.max(1, ...counts) }, (_, index) => {
      const fill = (part: string | Placeholder): string =>
        typeof part === 'string'
          ? part
          : encodeURIComponent(values.get(part)?.at(index) ?? values.get(part)?.[0] ?? '');
      return `/${segments.map((segment) => segment.map(fill).join('')).join('/')}`;
    });
  });
}

function sampleValues(placeholder: Placeholder, constraints: Constraints): string[] {
  // Words in the expression, such as the alternatives in "draft|live", are candidates too.
  const literals = sourcesOf(placeholder, constraints).flatMap(
    (source) => source.match(/[A-Za-z0-9_-]+/g) ?? [],
  );
  const accepts = valueCheck(placeholder, constraints);
  return [...new Set([...VALUES, ...literals])]
    .filter((value) => accepts?.(value) !== false)
    .slice(0, MOST_SAMPLES);
}
