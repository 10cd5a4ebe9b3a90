import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from '../../errors/coded-errors.ts';
import { NotFoundError } from '../../errors/http-error.ts';
import { HeaderList, type HeadersInput } from '../../http/header-list.ts';
import type { BodyContent } from '../../http/response-body.ts';
import type { FileRequest } from './conditional-request.ts';
import { contentDisposition } from './content-disposition.ts';
import { realPath } from './real-path.ts';
import { sendFile } from './send-file.ts';

/** As `FileOptions` of http/bodies/file-response.ts, which imports this module. */
interface Options {
  readonly root?: string | URL | undefined;
  readonly name?: string | undefined;
  readonly inline?: boolean | undefined;
  readonly headers?: HeadersInput | undefined;
}

/** A response in plain values: its caller may have been built apart from this module. */
interface Answer {
  readonly content: BodyContent;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
}

/** What `FileResponse.of` gives on runtimes that have files. */
export async function readFile(
  request: FileRequest & { readonly originalPath: string },
  path: string | URL,
  options: Options,
): Promise<Answer> {
  const { root, headers } = options;
  const file = root === undefined ? await realPath(absolute(path)) : await findBelow(pathOf(root), path);
  const found = file === undefined ? undefined : await sendFile(request, file);
  if (found === undefined) throw new NotFoundError(`There is no file for ${request.originalPath}.`);
  const { status, content, headerList } = found;
  const own = headers === undefined ? HeaderList.empty : HeaderList.from(headers);
  const ofFile = status === 200 || status === 206 ? withName(headerList, path, options) : headerList;
  return { content, status, headers: own.withDefaults(ofFile).pairs };
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
  throw new InvalidArgumentError('path', 'absolute where there is no root', path);
}

/** The real path of a file that lies in a folder under names that do not start with a dot. */
async function findBelow(root: string, path: string | URL): Promise<string | undefined> {
  if (typeof path !== 'string') throw new InvalidArgumentError('path', 'text where there is a root', path);
  if (path.split(/[/\\]/).some((name) => name.startsWith('.'))) return undefined;
  const [folder, file] = await Promise.all([realPath(root), realPath(join(root, path))]);
  if (folder === undefined || file === undefined) return undefined;
  const within = relative(folder, file);
  return within.split(sep).some((name) => name.startsWith('.')) || isAbsolute(within) ? undefined : file;
}

function pathOf(path: string | URL): string {
  if (path instanceof URL && path.protocol === 'file:') return fileURLToPath(path);
  if (typeof path === 'string' && path !== '') return path;
  throw new InvalidArgumentError('path', 'a path or a file: URL', path);
}
