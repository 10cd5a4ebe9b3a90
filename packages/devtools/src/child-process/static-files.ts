import { type HttpResponse, ServerRequest, StaticFiles } from 'fw-runtime/internal';

/** The static files of an app, which are served before its pipeline runs. */
export class InspectedFiles {
  readonly #root: string | undefined;
  readonly #files: StaticFiles | undefined;

  /** @param documentRoot relative to the working directory; if absent, no file is served */
  constructor(documentRoot: string | undefined) {
    this.#root = documentRoot;
    this.#files = documentRoot === undefined ? undefined : new StaticFiles(documentRoot, []);
  }

  async find(request: ServerRequest): Promise<HttpResponse | undefined> {
    return this.#files?.find(request);
  }

  /** The static file that is served for a request; null if there is no such file. */
  async nameFor(method: string, path: string): Promise<string | null> {
    if (!['GET', 'HEAD'].includes(method.toUpperCase())) return null;
    // A HEAD request doesn't open the file.
    const request = new ServerRequest(path.replace(/[?#].*$/s, ''), { method: 'HEAD' });
    const found = await this.find(request);
    return found === undefined ? null : `${this.#root}${decodeURIComponent(request.path)}`;
  }
}
