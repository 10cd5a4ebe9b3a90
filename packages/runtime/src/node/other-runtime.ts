/** The runtime when it is not Node. */
export function otherRuntime(): 'Bun' | 'Deno' | undefined {
  return (['Bun', 'Deno'] as const).find((name) => name in globalThis);
}
