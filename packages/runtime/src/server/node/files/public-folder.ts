import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HttpResponse } from '../../../kernel/http/http-response.ts';
import type { ServerRequest } from '../../../kernel/http/server-request.ts';
import { isShown, requestedFile } from './file-names.ts';
import { realPath, sendFile } from './send-file.ts';

/** A precompressed file: "style.css.br" beside "style.css". */
export interface EncodedForm {
  /** The value of Content-Encoding. */
  readonly encoding: string;
  /** The suffix that is added to the name of the file, such as ".br". */
  readonly suffix: string;
}

/**
 * A folder whose files are served (rule S2): GET and HEAD, with type, ETag, conditional requests and ranges.
 *
 * These files are never served: anything outside the folder; files and folders whose names start with a dot, except
 * `.well-known/`; source files, which are all with the extensions `.ts`, `.mts`, `.cts`, `.tsx` and `.jsx` (so video in
 * `.ts` segments needs a middleware); and the entry scripts. A link is served when its own name and the file that it
 * points to both may be. A folder is never a file (rule S7).
 *
 * @example
 * const folder = new PublicFolder('public', []);
 * app.pipe(async (request, delegate) => (await folder.read(request)) ?? delegate(request));
 */
export class PublicFolder {
  readonly #root: string;
  readonly #entryScripts: readonly string[];
  #realPaths: Promise<{ readonly root: string; readonly entryScripts: ReadonlySet<string> }> | undefined;

  /**
   * Creates a reader of a folder. Nothing is read until the first request.
   *
   * @param root the folder; it need not exist
   * @param entryScripts paths or `file:` URLs that are never served
   */
  constructor(root: string, entryScripts: readonly string[]) {
    this.#root = resolve(root);
    this.#entryScripts = entryScripts;
  }

  /**
   * Reads the file at a request's path.
   *
   * @param request its `path` is the path of the file below the folder
   * @param forms the encodings that the client accepts, best first; the first that exists beside the file is sent in
   *   its place; none when absent
   * @returns undefined when there is no file, and for other methods than GET and HEAD
   */
  async read(request: ServerRequest, forms: readonly EncodedForm[] = []): Promise<HttpResponse | undefined> {
    const { method } = request;
    const name = method === 'GET' || method === 'HEAD' ? requestedFile(request) : undefined;
    const file = name && (await this.#find(name));
    const response = file && (await sendFile(request, file));
    if (!file || !response) return undefined;
    for (const { encoding, suffix } of forms) {
      const encoded = await this.#find(name + suffix);
      const compressed = encoded && (await sendFile(request, encoded, file));
      if (!compressed) continue;
      const hasBody = compressed.status === 200 || compressed.status === 206;
      return hasBody ? compressed.withHeader('Content-Encoding', encoding) : compressed;
    }
    return response;
  }

  /** The real path of a file that may be served. */
  async #find(name: string): Promise<string | undefined> {
    if (!isShown(name)) return undefined;
    const { root, entryScripts } = await (this.#realPaths ??= this.#findRealPaths());
    const file = await realPath(join(root, name));
    if (file === undefined || !file.startsWith(root + sep) || entryScripts.has(file)) return undefined;
    return isShown(`/${relative(root, file).replaceAll(sep, '/')}`) ? file : undefined;
  }

  async #findRealPaths() {
    const scripts = await Promise.all(this.#entryScripts.map((script) => realPath(toPath(script))));
    return {
      root: (await realPath(this.#root)) ?? this.#root,
      entryScripts: new Set(scripts.filter((script) => script !== undefined)),
    };
  }
}

function toPath(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : resolve(file);
}
