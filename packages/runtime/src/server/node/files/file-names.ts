import { normalize } from 'node:path/posix';
import type { ServerRequest } from '../../../kernel/http/server-request.ts';

// Source by its extension, also as Windows opens it ("index.ts.", "index.ts::$DATA") and as editors and people keep a copy of it
// ("index.ts~", "index.ts.bak", "index.ts.~1~", "#index.ts#"). "index.ts-4f3a.js" and "index.ts.html" are other files.
const SOURCE =
  /\.(?:[mc]?ts|[tj]sx)(?![a-z\d])[^./]*(?:\.(?:bak|backup|orig|old|save?|sw[a-z]|te?mp|rej|copy|\d+|br|gz|zst)?(?![a-z\d])[^./]*)*$/i;
/** The one folder with a leading dot whose files are served (RFC 8615). */
export const WELL_KNOWN = '/.well-known/';
const SEPARATOR = /%(?:2F|5C)/;
// Escapes of characters that clients can send as they are, and escapes in lower case.
const RESPELLED = /%(?!2[0235]|3[CEF]|60|7[BD]|[89A-F][\dA-F])/;

/** Whether a path can name a file. The file system treats "//" as "/", but they are different paths. */
export function mayBeFile(path: string): boolean {
  return !path.endsWith('/') && !path.includes('//');
}

/**
 * The name of a file below a folder, with "/" between folders and at its start. All ways to send files use it.
 *
 * @param path decoded, without "/" at its start
 * @param isDisguised whether a "/" in the path was escaped in the path of the request, so that guards saw another folder
 * @returns undefined when no file has the name
 */
export function fileNameOf(path: string, isDisguised: boolean): string | undefined {
  const name = `/${path}`;
  return mayBeFile(name) && !/[\\\0]/.test(name) && !isDisguised ? name : undefined;
}

/** The name of the file at the path of a request. */
export function requestedFile(request: ServerRequest): string | undefined {
  // Published declarations lack internal members, so that a parameter can't be destructured to them.
  const { path, source } = request;
  const isDisguised = SEPARATOR.test(path) || hasRespelledFolder(source.spelling?.received ?? '');
  return fileNameOf(decodeURIComponent(path.slice(1)), isDisguised);
}

/** Whether the name of a folder in a path as received is escaped without need. */
function hasRespelledFolder(received: string): boolean {
  const at = received.search(RESPELLED);
  return at !== -1 && received.includes('/', at);
}

/** The path of a request, and the parameters that its route has decoded. */
export type ClientPath = Pick<ServerRequest, 'originalPath' | 'params'>;

/** Whether a "/" in the path of a file comes from an escape in the path of the request. */
export function hasEscapedSlash(file: string, { originalPath, params }: ClientPath): boolean {
  if (!file.includes('/') || !SEPARATOR.test(originalPath)) return false;
  const decoded = bare(decodeURIComponent(originalPath));
  const kept = bare(decodeURIComponent(originalPath.replace(/%(?=2F|5C)/g, '%25')));
  // Only a value whose "/" was escaped is found when separators are decoded, and not found when they are kept.
  return [file, ...Object.values(params)].some((given) => {
    const value = bare(String(given));
    const isInFile = value.includes('/') && bare(file).includes(value);
    return isInFile && decoded.includes(value) && !kept.includes(value);
  });
}

/** Resolved, and without case and punctuation, because handlers change parameters so. */
function bare(text: string): string {
  const name = normalize(text).toLowerCase();
  return name.replace(/[^\p{L}\p{N}/]+/gu, '').replace(/\/{2,}/g, '/');
}

/** Whether a file of this name may be served. */
export function isShown(name: string): boolean {
  const rest = name.startsWith(WELL_KNOWN) ? name.slice(WELL_KNOWN.length - 1) : name;
  return !rest.includes('/.') && !SOURCE.test(name);
}
