// Source by its extension, also as Windows opens it ("index.ts.", "index.ts::$DATA") and as editors and people keep a copy of it
// ("index.ts~", "index.ts.bak", "index.ts.~1~", "#index.ts#"). "index.ts-4f3a.js" and "index.ts.html" are other files.
const SOURCE =
  /\.(?:[mc]?ts|[tj]sx)(?![a-z\d])[^./]*(?:\.(?:bak|backup|orig|old|save?|sw[a-z]|te?mp|rej|copy|\d+|br|gz|zst)?(?![a-z\d])[^./]*)*$/i;
/** The one folder with a leading dot whose files are served (RFC 8615). */
export const WELL_KNOWN = '/.well-known/';
// Escaped characters that no file name contains: separators and the zero byte.
const NO_NAME = /%(?:2F|5C|00)/;

/** Whether a canonical path can name a file. The file system treats "//" as "/", but they are different paths. */
export function mayBeFile(path: string): boolean {
  return !path.endsWith('/') && !path.includes('//');
}

/**
 * The file name in a canonical path, with "/" between folders and at its start.
 *
 * @returns undefined when no file can have the name
 */
export function fileNameOf(path: string): string | undefined {
  return mayBeFile(path) && !NO_NAME.test(path) ? decodeURIComponent(path) : undefined;
}

/** Whether a file of this name may be served. */
export function isShown(name: string): boolean {
  const rest = name.startsWith(WELL_KNOWN) ? name.slice(WELL_KNOWN.length - 1) : name;
  return !rest.includes('/.') && !SOURCE.test(name);
}
