import type * as files from '#file-response';
import { UnsupportedRuntimeError } from '../../errors/coded-errors.ts';
import type { HeadersInput } from '../header-list.ts';
import { HttpResponse } from '../http-response.ts';
import type { ServerRequest } from '../server-request.ts';

export interface FileOptions {
  /** The folder in which the file must lie; the path is taken from there. A path or a `file:` URL. */
  readonly root?: string | URL | undefined;
  /** The name under which the client keeps the file, which makes it a download; folders in it are left out. */
  readonly name?: string | undefined;
  /** Whether a file that has a name is shown all the same; false is a download under the file's own name. */
  readonly inline?: boolean | undefined;
  /** More headers, or others than those of the file. */
  readonly headers?: HeadersInput | undefined;
}

/** A file of the disk, on Node, Bun and Deno. */
export class FileResponse extends HttpResponse {
  /**
   * The file with its type, ETag and Last-Modified, as the request asks for it: conditions (304, 412), a single range (206, 416),
   * HEAD.
   *
   * @example await FileResponse.of(request, request.params.file, { root: '/srv/reports', name: 'Report.pdf' })
   * @param path absolute, a `file:` URL, or with `root` a path below it, which may come from a client: what lies outside of
   *   it, also by a link, and names that start with a dot are not found
   * @throws NotFoundError when there is no such file
   * @throws InvalidArgumentError when the path is relative and there is no `root`
   * @throws UnsupportedRuntimeError where there are no files
   */
  static async of(
    request: ServerRequest,
    path: string | URL,
    options: FileOptions = {},
  ): Promise<FileResponse> {
    const { readFile } = (await import('#file-response')) as Partial<typeof files>;
    if (readFile === undefined) {
      const advice = 'here answer with what the platform keeps files in';
      throw new UnsupportedRuntimeError('FileResponse', 'Node, Bun or Deno', advice);
    }
    const { content, status, headers } = await readFile(request, path, options);
    return new FileResponse(content, status, headers);
  }
}
