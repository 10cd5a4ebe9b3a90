import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { send as sendFile } from '@fastify/send';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { fileNameOf, isShown } from './file-names.ts';

/** A file that was compressed before: "style.css.br" beside "style.css". */
export interface EncodedForm {
  /** As Content-Encoding names it. */
  readonly encoding: string;
  /** What follows the name of the file, such as ".br". */
  readonly suffix: string;
}

/**
 * A folder whose files are served (rule S2): GET and HEAD, with type, ETag, conditional requests and ranges.
 *
 * Never served are: anything outside the folder; files and folders whose names start with a dot, except `.well-known/`;
 * source files, which are all with the extensions `.ts`, `.mts`, `.cts`, `.tsx` and `.jsx` (so video in `.ts` segments needs
 * a middleware); and the entry scripts. A link is served when its own name and the file that it points to both may be. A
 * folder is never a file (rule S7).
 */
export class PublicFolder {
  readonly #root: string;
  readonly #entryScripts: readonly string[];
  #realPaths: Promise<{ readonly root: string; readonly entryScripts: ReadonlySet<string> }> | undefined;
  #send: Promise<typeof sendFile> | undefined;

  /**
   * @param root the folder; it need not exist
   * @param entryScripts paths or `file:` URLs that are never served
   */
  constructor(root: string, entryScripts: readonly string[]) {
    this.#root = resolve(root);
    this.#entryScripts = entryScripts;
  }

  /**
   * The file of a request's path.
   *
   * @param forms that the client takes, the best first; the first that lies beside the file is sent in its place
   * @returns undefined when there is none, and for other methods than GET and HEAD
   */
  async read(request: ServerRequest, forms: readonly EncodedForm[] = []): Promise<HttpResponse | undefined> {
    const { path, method } = request;
    const name = method === 'GET' || method === 'HEAD' ? fileNameOf(path) : undefined;
    const file = name && (await this.#find(name));
    if (file === undefined) return undefined;
    for (const { encoding, suffix } of forms) {
      const encoded = await this.#find(name + suffix);
      if (encoded === undefined) continue;
      const response = await this.#respond(request, encoded);
      if (response?.status !== 200 && response?.status !== 206) return response;
      const type = (await this.#typeOf(file)) ?? 'application/octet-stream';
      return response.withHeader('Content-Type', type).withHeader('Content-Encoding', encoding);
    }
    return this.#respond(request, file);
  }

  /** The real path of a file that may be served. */
  async #find(name: string): Promise<string | undefined> {
    if (!isShown(name)) return undefined;
    const { root, entryScripts } = await (this.#realPaths ??= this.#findRealPaths());
    const file = await realPath(join(root, name));
    if (file === undefined || !file.startsWith(root + sep) || entryScripts.has(file)) return undefined;
    const isServed = isShown(`/${relative(root, file).replaceAll(sep, '/')}`) && (await isFile(file));
    return isServed ? file : undefined;
  }

  async #respond(request: ServerRequest, file: string): Promise<HttpResponse | undefined> {
    const { method } = request;
    const found = await this.#sendFile(asNodeRequest(request), file);
    const { statusCode, stream, type } = found;
    // 412 and 416 are responses too; everything else goes on to the pipeline.
    if (type !== 'file' && statusCode !== 412 && statusCode !== 416) return undefined;
    const body = type === 'file' && statusCode !== 304 && method === 'GET' ? stream : null;
    return new HttpResponse(body, statusCode, type === 'file' ? found.headers : rangeOf(found.headers));
  }

  async #typeOf(file: string): Promise<string | undefined> {
    const head = { method: 'HEAD', headers: {} } as unknown as Readable;
    return (await this.#sendFile(head, file)).headers['Content-Type'];
  }

  async #sendFile(request: Readable, file: string): ReturnType<typeof sendFile> {
    const send = await (this.#send ??= import('@fastify/send').then((module) => module.send));
    return send(request, file.replaceAll('%', '%25'), SEND_OPTIONS);
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
