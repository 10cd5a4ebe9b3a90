import { extname } from 'node:path';

const SOURCE_EXTENSIONS = new Set(['.ts', '.mts', '.cts', '.tsx', '.jsx']);
/** The folder whose name starts with a dot and whose files are served all the same (RFC 8615). */
export const WELL_KNOWN = '/.well-known/';
// Escapes of characters that no file name contains: separators and the zero byte.
const NO_NAME = /%(?:2F|5C|00)/;

/** Whether a canonical path can name a file. The file system takes "//" for "/", but they are different paths. */
export function mayBeFile(path: string): boolean {
  return !path.endsWith('/') && !path.includes('//');
}

/**
 * The name that a canonical path spells, with "/" between folders and at its start.
 *
 * @returns undefined when no file can be called so
 */
export function fileNameOf(path: string): string | undefined {
  return mayBeFile(path) && !NO_NAME.test(path) ? decodeURIComponent(path) : undefined;
}

/** Whether a file of this name may be served. */
export function isShown(name: string): boolean {
  const rest = name.startsWith(WELL_KNOWN) ? name.slice(WELL_KNOWN.length - 1) : name;
  return !rest.includes('/.') && !SOURCE_EXTENSIONS.has(extensionOf(name));
}

/** In lower case. On Windows "index.ts.", "index.ts " and "index.ts::$DATA" all open "index.ts". */
function extensionOf(name: string): string {
  return extname(name.replace(/:.*$/s, '').replace(/[. ]+$/, '')).toLowerCase();
}
