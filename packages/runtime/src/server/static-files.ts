import { readdirSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { send as sendFile } from '@fastify/send';
import { canonicalPath } from '../message/canonical-path.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';

const SOURCE_EXTENSIONS = new Set(['.ts', '.mts', '.cts', '.tsx', '.jsx']);
const WELL_KNOWN = '/.well-known/';
// Escapes of characters that no file name contains: separators and the zero byte.
const NO_NAME = /%(?:2F|5C|00)/;

/**
 * The files of a document root (rule S2): GET and HEAD, with type, ETag, conditional requests and ranges.
 *
 * Never served are: anything outside the root; files and folders whose names start with a dot, except `.well-known/`
 * (RFC 8615); source files, which are all with the extensions `.ts`, `.mts`, `.cts`, `.tsx` and `.jsx` (so video in `.ts`
 * segments needs a middleware); and the entry scripts: the one that Node was started with and any that called `run()`.
 * A link is served when its own name and the file that it points to both may be. A folder is never a file (rule S7).
 *
 * The disk is read only for a path whose last segment has an extension, that names a file without extension which was
 * there when the server started, or that lies in `.well-known/`.
 */
export class StaticFiles {
  readonly #root: string;
  readonly #entryScripts: readonly string[];
  readonly #withoutExtension: ReadonlySet<string>;
  #realPaths: Promise<{ readonly root: string; readonly entryScripts: ReadonlySet<string> }> | undefined;
  #send: Promise<typeof sendFile> | undefined;

  /**
   * @param root the folder; it need not exist
   * @param entryScripts paths or `file:` URLs that are never served
   */
  constructor(root: string, entryScripts: readonly string[]) {
    this.#root = resolve(root);
    this.#entryScripts = entryScripts;
    this.#withoutExtension = new Set(filesBelow(this.#root).filter((path) => extname(path) === ''));
  }

  /** @returns undefined when the request cannot be for a file */
  find(request: ServerRequest): Promise<HttpResponse | undefined> | undefined {
    const { method, path } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const candidate = extname(path) !== '' || this.#withoutExtension.has(path) || path.startsWith(WELL_KNOWN);
    // The file system takes "//" for "/", but they are different paths.
    return candidate && !path.endsWith('/') && !path.includes('//') ? this.#read(request) : undefined;
  }

  async #read(request: ServerRequest): Promise<HttpResponse | undefined> {
    const { path, method } = request;
    const name = NO_NAME.test(path) ? undefined : decodeURIComponent(path);
    if (name === undefined || !isShown(name)) return undefined;
    const { root, entryScripts } = await (this.#realPaths ??= this.#findRealPaths());
    const file = await realPath(join(root, name));
    if (file === undefined || !file.startsWith(root + sep) || entryScripts.has(file)) return undefined;
    if (!isShown(`/${relative(root, file).replaceAll(sep, '/')}`) || !(await isFile(file))) return undefined;
    const send = await (this.#send ??= import('@fastify/send').then((module) => module.send));
    const found = await send(asNodeRequest(request), file.replaceAll('%', '%25'), SEND_OPTIONS);
    const { statusCode, stream, type } = found;
    // 412 and 416 are responses too; everything else goes on to the pipeline.
    if (type !== 'file' && statusCode !== 412 && statusCode !== 416) return undefined;
    const body = type === 'file' && statusCode !== 304 && method === 'GET' ? stream : null;
    return new HttpResponse(body, statusCode, type === 'file' ? found.headers : rangeOf(found.headers));
  }

  async #findRealPaths() {
    const scripts = await Promise.all(this.#entryScripts.map((script) => realPath(toPath(script))));
    return {
      root: (await realPath(this.#root)) ?? this.#root,
      entryScripts: new Set(scripts.filter((script) => script !== undefined)),
    };
  }
}

const SEND_OPTIONS = { cacheControl: false, dotfiles: 'allow', index: false } as const;

const CONDITIONS = ['cache-control', 'if-match', 'if-modified-since', 'if-none-match', 'if-unmodified-since'];

/** The parts of a Node request that `@fastify/send` reads. Only GET has ranges (RFC 9110 14.2). */
function asNodeRequest(request: ServerRequest): Readable {
  const { method } = request;
  const names = method === 'GET' ? [...CONDITIONS, 'range', 'if-range'] : CONDITIONS;
  const lines = names.map((name) => [name, request.header(name)] as const);
  const headers = Object.fromEntries(lines.filter(([, value]) => value !== undefined));
  return { method, headers } as unknown as Readable;
}

/** Whether a file of this name may be served. */
function isShown(path: string): boolean {
  const rest = path.startsWith(WELL_KNOWN) ? path.slice(WELL_KNOWN.length - 1) : path;
  return !rest.includes('/.') && !SOURCE_EXTENSIONS.has(extensionOf(path));
}

/** In lower case. On Windows "index.ts.", "index.ts " and "index.ts::$DATA" all open "index.ts". */
function extensionOf(path: string): string {
  return extname(path.replace(/:.*$/s, '').replace(/[. ]+$/, '')).toLowerCase();
}

function rangeOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const range = headers['Content-Range'];
  return range === undefined ? {} : { 'Content-Range': range };
}

function toPath(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : resolve(file);
}

function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

// Opening anything else, such as a named pipe, may never return.
function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The files of a folder as canonical paths; none when it does not exist. */
function filesBelow(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const file = relative(root, join(entry.parentPath, entry.name));
        return canonicalPath(`/${file.split(sep).map(encodeURIComponent).join('/')}`);
      });
  } catch {
    return [];
  }
}
