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

/** Options of `staticFiles()`. */
export interface StaticOptions {
  /** The folder, relative to the working directory. */
  readonly root: string;
  /** The file served for a folder, or false for none; 'index.html' when absent. */
  readonly index?: string | false;
  /** How long clients may cache a file, in seconds; the client's default when absent. */
  readonly max_age?: number;
  /** Whether a file never changes under its name, so that it isn't revalidated within `max_age`; false when absent. */
  readonly immutable?: boolean;
  /**
   * Whether to send `style.css.br`, `.zst` or `.gz` beside `style.css` to clients that accept it; false when absent.
   */
  readonly precompressed?: boolean;
  /**
   * Whether requests without a matching file continue to the inner middleware; true when absent. Otherwise they get
   * 404.
   */
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
    'expected max_age with immutable, because immutable needs a duration',
  ),
);

const EXACT = { exact: true };

function isName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[/\\%]/.test(name);
}

/**
 * Serves the files of a folder by the path below the middleware's prefix: GET and HEAD, with media type, ETag,
 * conditional requests and ranges. Files outside the folder, dotfiles, source files and the script that Node was
 * started with are never served.
 *
 * @param options the folder, and how clients may cache its files
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe('/assets', staticFiles({ root: 'assets', max_age: 3600 }));
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
  }, EXACT);

  async function fileOf(request: ServerRequest): Promise<HttpResponse | undefined> {
    const file = await read(request);
    if (file !== undefined || index === false) return file;
    // Relative links in the page would break under the name of a file.
    const hasIndex = await folder.read(head(request, `${request.path}/${index}`));
    return hasIndex && redirect(request);
  }

  async function indexOf(request: ServerRequest): Promise<HttpResponse | undefined> {
    if (index === false) return undefined;
    const page = request.withPath(`${request.path}${index}`);
    // The prefix itself, without the slash, also has the path "/".
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

// Relative, so that no path can be read as a host.
function redirect({ originalPath, queryString }: ServerRequest): HttpResponse {
  const last = originalPath.slice(originalPath.lastIndexOf('/') + 1);
  return new RedirectResponse(`./${last}/${queryString === '' ? '' : `?${queryString}`}`, 301);
}
