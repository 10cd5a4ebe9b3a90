/** Cases of a table, with the tags of their tests. */
export interface CasesWithTags<T> {
  readonly some: readonly T[];
  readonly tags: string[];
}

/** Splits the cases of a table: only the first ones are essential, because the others are like them but take long. */
export function essentialFirst<const T>(cases: readonly T[], count = 1): readonly CasesWithTags<T>[] {
  return [
    { some: cases.slice(0, count), tags: [] },
    { some: cases.slice(count), tags: ['full'] },
  ];
}
