import {
  defineMiddleware,
  type HttpResponse,
  NotFoundError,
  RedirectResponse,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { type EncodedForm, PublicFolder } from 'fw-runtime/public-folder';
import { boolean, check, literal, minLength, optional, pipe, strictObject, string, union } from 'valibot';
import { acceptedEncodings } from '../headers/accepted-encodings.ts';
import { withVary } from '../headers/vary.ts';
import { readOptions } from '../provider/read-options.ts';
import { count, text } from '../provider/schemas.ts';

/** Which files are served, and how long clients may keep them. */
export interface StaticOptions {
  /** The folder; a relative one is taken from the working directory. */
  readonly root: string;
  /** The file that stands for a folder, or false where none does; 'index.html' when absent. */
  readonly index?: string | false;
  /** How long a client may keep a file without asking again, in seconds; what the client likes when absent. */
  readonly max_age?: number;
  /** Whether a file never changes under its name, so that it need not be asked for again within `max_age`; false when absent. */
  readonly immutable?: boolean;
  /** Whether `style.css.br`, `.zst` or `.gz` beside `style.css` is sent to clients that decode it; false when absent. */
  readonly precompressed?: boolean;
  /** Whether a path that names no file goes on to the inner layers; true when absent. Else it is answered with 404. */
  readonly fallthrough?: boolean;
}

const FORMS: readonly EncodedForm[] = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'zstd', suffix: '.zst' },
  { encoding: 'gzip', suffix: '.gz' },
];
const OPTIONS = pipe(
  strictObject({
    root: pipe(string(), minLength(1, 'expected a folder')),
    index: optional(union([literal(false), text(isName, 'the name of a file, or false')]), 'index.html'),
    max_age: optional(count('seconds')),
    immutable: optional(boolean(), false),
    precompressed: optional(boolean(), false),
    fallthrough: optional(boolean(), true),
  }),
  check(
    ({ immutable, max_age }) => !immutable || max_age !== undefined,
    'expected max_age beside immutable, which says for how long',
  ),
);

function isName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[/\\%]/.test(name);
}

/**
 * Serves the files of a folder by the path below the prefix under which it is piped: GET and HEAD, with type, ETag, conditional
 * requests and ranges. Never anything outside the folder, dotfiles, source files or the script that Node was started with.
 *
 * @throws ConfigError naming the option that is malformed
 */
export function staticFiles(options: StaticOptions | undefined): SharedMiddleware {
  const { root, index, max_age, immutable, precompressed, fallthrough } = readOptions(
    'static',
    OPTIONS,
    options,
  );
  const folder = new PublicFolder(root, process.argv.slice(1, 2));
  const cacheControl =
    max_age === undefined ? undefined : `public, max-age=${max_age}${immutable ? ', immutable' : ''}`;

  return defineMiddleware(async function staticFiles(request, next) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next(request);
    const found = request.path.endsWith('/') ? await indexOf(request) : await fileOf(request);
    if (found !== undefined) return found;
    if (fallthrough) return next(request);
    throw new NotFoundError(`There is no file ${request.originalPath}.`);
  });

  async function fileOf(request: ServerRequest): Promise<HttpResponse | undefined> {
    const file = await read(request);
    if (file !== undefined || index === false) return file;
    // Links of the page would lead nowhere if it were sent under the name of a file.
    const hasIndex = await folder.read(head(request, `${request.path}/${index}`));
    return hasIndex && redirect(request);
  }

  async function indexOf(request: ServerRequest): Promise<HttpResponse | undefined> {
    if (index === false) return undefined;
    const page = request.withPath(`${request.path}${index}`);
    // The prefix itself, without the slash, has the path "/" too.
    if (request.originalPath.endsWith('/')) return read(page);
    return (await folder.read(head(request, page.path))) && redirect(request);
  }

  async function read(request: ServerRequest): Promise<HttpResponse | undefined> {
    const forms = precompressed ? acceptedEncodings(FORMS, request.header('accept-encoding')) : [];
    const file = await folder.read(request, forms);
    if (file === undefined) return undefined;
    const varied = precompressed ? withVary(file, 'Accept-Encoding') : file;
    return cacheControl === undefined || varied.status >= 400
      ? varied
      : varied.withHeader('Cache-Control', cacheControl);
  }
}

function head(request: ServerRequest, path: string): ServerRequest {
  return request.withMethod('HEAD').withPath(path);
}

// Relative, so that no path is read as a host.
function redirect({ originalPath, queryString }: ServerRequest): HttpResponse {
  const last = originalPath.slice(originalPath.lastIndexOf('/') + 1);
  return new RedirectResponse(`./${last}/${queryString === '' ? '' : `?${queryString}`}`, 301);
}
