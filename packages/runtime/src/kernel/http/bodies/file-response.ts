import type * as files from '#file-response';
import { UnsupportedRuntimeError } from '../../errors/coded-errors.ts';
import type { HeadersInput } from '../header-list.ts';
import { HttpResponse } from '../http-response.ts';
import type { ServerRequest } from '../server-request.ts';

/** Options of `FileResponse.of`. */
export interface FileOptions {
  /**
   * The folder that must contain the file, a path or a `file:` URL; the path of the file is relative to it. Required
   * for paths from clients.
   */
  readonly root?: string | URL | undefined;
  /** The file name of a download; folders in the name are left out. When absent, the file is shown in the browser. */
  readonly name?: string | undefined;
  /** True shows a file that has a `name` in the browser; false makes a download under the file's own name. */
  readonly inline?: boolean | undefined;
  /** More headers, which override the headers of the file; none when absent. */
  readonly headers?: HeadersInput | undefined;
}

/** A response with a file from the disk, on Node, Bun and Deno. Create it with `FileResponse.of`. */
export class FileResponse extends HttpResponse {
  /**
   * Opens a file, and creates a response with its type, ETag and Last-Modified. It handles conditional requests (304,
   * 412), a single range (206, 416) and HEAD.
   *
   * @param request the request that the response is for
   * @param path an absolute path, a `file:` URL, or with `root` a path below it, which may come from a client: files
   *   outside of `root`, also through links, and names that start with a dot are not found
   * @param options `root`, the name of a download, and headers; none when absent
   * @returns the response; its stream is opened when the response is sent
   * @throws {@link NotFoundError} when there is no such file
   * @throws {@link InvalidArgumentError} when the path is relative and there is no `root`
   * @throws {@link UnsupportedRuntimeError} on other runtimes
   * @example await FileResponse.of(request, request.params.file, { root: '/srv/reports', name: 'Report.pdf' })
   */
  static async of(
    request: ServerRequest,
    path: string | URL,
    options: FileOptions = {},
  ): Promise<FileResponse> {
    const { readFile } = (await import('#file-response')) as Partial<typeof files>;
    if (readFile === undefined) {
      const advice = 'here send files from the storage of the platform';
      throw new UnsupportedRuntimeError('FileResponse', 'Node, Bun or Deno', advice);
    }
    return new FileResponse(...(await readFile(request, path, options)));
  }
}
