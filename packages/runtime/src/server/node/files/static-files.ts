import { readdirSync } from 'node:fs';
import { extname, join, relative, resolve, sep } from 'node:path';
import type { RequestHandler } from '../../../kernel/application/request-handler.ts';
import { canonicalPath } from '../../../kernel/http/canonical-path.ts';
import type { HttpResponse } from '../../../kernel/http/http-response.ts';
import type { ServerRequest } from '../../../kernel/http/server-request.ts';
import { mayBeFile, WELL_KNOWN } from './file-names.ts';
import { PublicFolder } from './public-folder.ts';

/**
 * The files of a document root (rule S2). Entry scripts are the one that Node was started with and any that called `run()`.
 *
 * The disk is read only for a path whose last segment has an extension, that names a file without extension which was
 * there when the server started, or that lies in `.well-known/`.
 */
export class StaticFiles {
  readonly #folder: PublicFolder;
  readonly #withoutExtension: ReadonlySet<string>;

  /**
   * @param root the folder; it need not exist
   * @param entryScripts paths or `file:` URLs that are never served
   */
  constructor(root: string, entryScripts: readonly string[]) {
    this.#folder = new PublicFolder(root, entryScripts);
    this.#withoutExtension = new Set(filesBelow(resolve(root)).filter((path) => extname(path) === ''));
  }

  /** @returns undefined when the request cannot be for a file */
  find(request: ServerRequest): Promise<HttpResponse | undefined> | undefined {
    const { method, path } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const candidate = extname(path) !== '' || this.#withoutExtension.has(path) || path.startsWith(WELL_KNOWN);
    return candidate && mayBeFile(path) ? this.#folder.read(request) : undefined;
  }
}

/** Handles requests for static files, and the others as the application does. */
export function withFiles(handler: RequestHandler, files: StaticFiles): RequestHandler {
  const { application, observer, respond } = handler;
  const serve = (file: Promise<HttpResponse | undefined>, request: ServerRequest) => {
    const respondLater = async (): Promise<HttpResponse> => (await file) ?? respond(request);
    return observer?.handle?.(application, request, respondLater) ?? respondLater();
  };
  return {
    ...handler,
    respond(request) {
      const file = request.source.rejection === undefined ? files.find(request) : undefined;
      return file === undefined ? respond(request) : serve(file, request);
    },
    passingOn: () => withFiles(handler.passingOn(), files),
  };
}

/** The files of a folder as canonical paths; none when it does not exist. */
export function filesBelow(root: string): string[] {
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
