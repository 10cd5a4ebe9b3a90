/** Higher priorities first; equal ones stay in the order in which they were attached (rule P4). */
export function byPriority<T extends { readonly priority?: number }>(entries: readonly T[]): T[] {
  return entries.toSorted((one, other) => (other.priority ?? 1) - (one.priority ?? 1));
}
