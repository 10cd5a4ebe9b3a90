// Node begins the stack of a syntax error in TypeScript with the line that it cannot read.
const SYNTAX = /^(?:file:\/\/)?(\/[^\n]*?:\d+)\n/;
const FRAME = /^ +at (?!async ).*?(?:file:\/\/)?(\/[^\n]*?:\d+:\d+)\)?$/gm;

/** Of a module that Bun cannot read. */
interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Where an error was thrown, as far as that is within one of these folders and not in its `node_modules`:
 * `src/db.ts:3:7`.
 *
 * @param folders absolute paths
 */
export function thrownAt(error: unknown, folders: readonly string[]): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const { position } = (error ?? {}) as { position?: Position | null };
  const places = [
    ...(position?.file === undefined ? [] : [`${position.file}:${position.line}:${position.column}`]),
    ...(SYNTAX.exec(stack)?.slice(1) ?? []),
    ...Array.from(stack.matchAll(FRAME), ([, place = '']) => place),
  ];
  for (const place of places) {
    const folder = folders.find((path) => place.startsWith(`${path}/`));
    if (folder !== undefined && !place.includes('/node_modules/')) return place.slice(folder.length + 1);
  }
  return undefined;
}
