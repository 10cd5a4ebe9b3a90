/** Where something was registered: a line of a file, or a value of a configuration file. */
export interface Origin {
  /** Absolute path, or relative to the project as `loadConfig` found it. */
  readonly file: string;
  /** Line of the call, from 1. */
  readonly line?: number;
  /** In a configuration file, such as `routes[0]`. */
  readonly key?: string;
}

/**
 * An origin in parentheses for a message, such as ` (src/routes.ts:12)`; empty when the origin is unknown. Its path is relative to
 * the working directory.
 */
export function placeOf(origin: Origin | undefined): string {
  if (origin === undefined) return '';
  const { line, key } = origin;
  // Without node:path, which bundles for browsers lack; they have no process either.
  const folder = `${globalThis.process?.cwd?.() ?? ''}/`;
  const path = origin.file.replace(/\?.*$/, '');
  const file = path.startsWith(folder) ? path.slice(folder.length) : path;
  return ` (${file}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : `, ${key}`})`;
}
