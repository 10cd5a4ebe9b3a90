import { readdirSync, realpathSync } from 'node:fs';
import { extname, resolve, sep } from 'node:path';
import { staticMiddleware } from 'srvx/static';
import { canonicalPath } from '../message/canonical-path.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';

const SOURCE_EXTENSIONS = new Set(['.ts', '.mts', '.cts', '.tsx', '.jsx']);

/**
 * The files of a document root (SEMANTICS S2): GET and HEAD, with type, ETag, conditional requests and ranges.
 *
 * A request touches the disk only when its path ends in a file name with an extension, or names a file without one
 * that was there when the server started.
 */
export class StaticFiles {
  readonly #root: string;
  readonly #entryScript: string | undefined;
  readonly #withoutExtension: ReadonlySet<string>;
  readonly #serve: ReturnType<typeof staticMiddleware>;

  /** @param root the folder; it need not exist */
  constructor(root: string) {
    this.#root = resolve(root);
    this.#entryScript = realPath(process.argv[1]);
    this.#withoutExtension = new Set(filesBelow(this.#root).filter((path) => extname(path) === ''));
    this.#serve = staticMiddleware({ dir: this.#root, dotfiles: false, compress: false });
  }

  /** @returns undefined when the request cannot be for a file */
  find(request: ServerRequest): Promise<HttpResponse | undefined> | undefined {
    const { method, path } = request;
    // Whoever reads files takes "//" for "/"; a canonical path does not.
    if ((method !== 'GET' && method !== 'HEAD') || path.includes('//')) return undefined;
    const extension = extname(path).toLowerCase();
    const candidate = extension === '' ? this.#withoutExtension.has(path) : !SOURCE_EXTENSIONS.has(extension);
    return candidate && !path.endsWith('/') ? this.#read(request) : undefined;
  }

  async #read(request: ServerRequest): Promise<HttpResponse | undefined> {
    const { path, method, headers } = request;
    if (this.#entryScript !== undefined && this.#isEntryScript(path)) return undefined;
    const response = await this.#serve(new Request(`http://localhost${path}`, { method, headers }), notFound);
    return response === NOT_FOUND
      ? undefined
      : new HttpResponse(response.body && calm(response.body), response.status, response.headers);
  }

  #isEntryScript(path: string): boolean {
    return realPath(resolve(this.#root, `.${decodeURI(path)}`)) === this.#entryScript;
  }
}

/**
 * The same stream, but one whose cancelling waits for the read that is under way. Node 20 throws where nobody can catch
 * it when a stream made of an iterable is cancelled while its last chunk is read.
 */
function calm(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let reading: ReturnType<typeof reader.read> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        reading = reader.read();
        const { done, value } = await reading;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        // A stream that was never read does not close its file when it is cancelled.
        reading ??= reader.read();
        if (!(await reading).done) await reader.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

const NOT_FOUND = new Response(null, { status: 404 });

function notFound(): Response {
  return NOT_FOUND;
}

function realPath(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The files of a folder as canonical paths; none when it does not exist. */
function filesBelow(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) =>
      canonicalPath(`/${file.split(sep).map(encodeURIComponent).join('/')}`),
    );
  } catch {
    return [];
  }
}
