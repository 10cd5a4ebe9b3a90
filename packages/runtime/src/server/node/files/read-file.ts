import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from '../../../kernel/errors/coded-errors.ts';
import { NotFoundError } from '../../../kernel/errors/http-error.ts';
import { HeaderList, type HeadersInput } from '../../../kernel/http/header-list.ts';
import type { BodyContent } from '../../../kernel/http/response-body.ts';
import type { FileRequest } from './conditional-request.ts';
import { type ClientPath, fileNameOf, hasEscapedSlash } from './file-names.ts';
import { realPath, sendFile } from './send-file.ts';

/** The options of `FileResponse.of`, repeated here because http/bodies/file-response.ts imports this module. */
interface Options {
  readonly root?: string | URL | undefined;
  readonly name?: string | undefined;
  readonly inline?: boolean | undefined;
  readonly headers?: HeadersInput | undefined;
}

/** A response as plain values, because the caller may belong to another bundle than this module. */
type PlainResponse = readonly [BodyContent, status: number, headers: [string, string][]];

/** Implements `FileResponse.of` on runtimes with a file system. */
export async function readFile(
  request: FileRequest & ClientPath,
  path: string | URL,
  options: Options,
): Promise<PlainResponse> {
  const { root, headers } = options;
  const file =
    root === undefined ? await realPath(absolute(path)) : await findBelow(pathOf(root), path, request);
  const found = file === undefined ? undefined : await sendFile(request, file);
  if (found === undefined) throw new NotFoundError(`There is no file for ${request.originalPath}.`);
  const { status, content, headerList } = found;
  const own = headers === undefined ? HeaderList.empty : HeaderList.from(headers);
  const ofFile = status === 200 || status === 206 ? withName(headerList, path, options) : headerList;
  return [content, status, own.withDefaults(ofFile).pairs];
}

function withName(headers: HeaderList, path: string | URL, { name, inline }: Options): HeaderList {
  if (name === undefined && inline === undefined) return headers;
  if (name !== undefined && typeof name !== 'string') {
    throw new InvalidArgumentError('name', 'the name of a file', name);
  }
  const kind = inline === true ? 'inline' : 'attachment';
  return headers.with('Content-Disposition', contentDisposition(kind, name ?? basename(pathOf(path))));
}

function absolute(path: string | URL): string {
  const text = pathOf(path);
  if (isAbsolute(text)) return text;
  throw new InvalidArgumentError('path', 'an absolute path when there is no root', path);
}

/** The real path of a file in a folder; undefined when a name in the path starts with a dot, or a link leads out of the folder. */
async function findBelow(root: string, path: string | URL, request: ClientPath): Promise<string | undefined> {
  if (typeof path !== 'string') throw new InvalidArgumentError('path', 'a string when there is a root', path);
  const name = fileNameOf(path, hasEscapedSlash(path, request));
  if (name === undefined || name.includes('/.')) return undefined;
  const [folder, file] = await Promise.all([realPath(root), realPath(join(root, name))]);
  if (folder === undefined || file === undefined) return undefined;
  const within = relative(folder, file);
  return within.split(sep).some((name) => name.startsWith('.')) || isAbsolute(within) ? undefined : file;
}

function pathOf(path: string | URL): string {
  if (path instanceof URL && path.protocol === 'file:') return fileURLToPath(path);
  if (typeof path === 'string' && path !== '') return path;
  throw new InvalidArgumentError('path', 'a path or a file: URL', path);
}

// Control characters, and characters that change the direction of text, with which a name hides its extension.
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

// In characters, as file systems have it. Long text with many combining characters takes quadratic time to normalize.
const LONGEST_NAME = 255;

/**
 * The Content-Disposition of a file with a name (RFC 6266): in ASCII for old clients, and in full for all others.
 *
 * @param name folders and invisible characters are removed from it, and it's shortened to 255 characters with its extension
 */
function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  const clean = name.toWellFormed().replace(INVISIBLE, '').split(/[/\\]/).at(-1)?.trim();
  const given = clean === '' || clean === '.' || clean === '..' || clean === undefined ? 'download' : clean;
  const end = /\.\w{1,10}$/.exec(given)?.[0] ?? '';
  const cut = Math.min(given.length, LONGEST_NAME) - end.length;
  // Not half a character.
  const stem = given.slice(0, cut).replace(/[\ud800-\udbff]$/, '');
  const full = `${stem}${end}`;
  // Some clients decode "%41", and some don't decode a backslash.
  const plain = full.normalize('NFC').replace(/[^\x20-\x7e]|["%]/gu, '_');
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${type}; filename="${plain}"${plain === full ? '' : `; filename*=UTF-8''${encoded}`}`;
}
