import type * as files from '#file-response';
import { UnsupportedRuntimeError } from '../../errors/coded-errors.ts';
import type { HeadersInput } from '../header-list.ts';
import { HttpResponse } from '../http-response.ts';
import type { ServerRequest } from '../server-request.ts';

export interface FileOptions {
  /** The folder that must contain the file; the path is relative to it. A path or a `file:` URL. */
  readonly root?: string | URL | undefined;
  /** Makes the response a download with this file name; folders in the name are left out. */
  readonly name?: string | undefined;
  /** True shows a file that has a name in the browser; false makes a download under the file's own name. */
  readonly inline?: boolean | undefined;
  /** Additional headers, which override the headers of the file. */
  readonly headers?: HeadersInput | undefined;
}

/** A file on disk, on Node, Bun and Deno. */
export class FileResponse extends HttpResponse {
  /**
   * The file with its type, ETag and Last-Modified. Handles conditional requests (304, 412), a single range (206, 416) and HEAD.
   *
   * @example await FileResponse.of(request, request.params.file, { root: '/srv/reports', name: 'Report.pdf' })
   * @param path absolute, a `file:` URL, or with `root` a path below it, which may come from a client: files outside of `root`,
   *   also through links, and names that start with a dot are not found
   * @throws NotFoundError when there is no such file
   * @throws InvalidArgumentError when the path is relative and there is no `root`
   * @throws UnsupportedRuntimeError on other runtimes
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
    const { content, status, headers } = await readFile(request, path, options);
    return new FileResponse(content, status, headers);
  }
}
