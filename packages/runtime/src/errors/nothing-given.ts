/** A place in a middleware value where nothing is given. */
export interface NothingGiven {
  /** The indexes, such as `[0][2]` within nested arrays; `''` for the value itself. */
  readonly place: string;
  readonly found: null | undefined;
}

/** Every place in a middleware value where undefined or null stands instead of a middleware (rule R14). */
export function findNothingGiven(middleware: unknown): NothingGiven[] {
  if (middleware === undefined || middleware === null) return [{ place: '', found: middleware }];
  if (!Array.isArray(middleware)) return [];
  return [...middleware.entries()].flatMap(([index, item]) =>
    findNothingGiven(item).map(({ place, found }) => ({ place: `[${index}]${place}`, found })),
  );
}
