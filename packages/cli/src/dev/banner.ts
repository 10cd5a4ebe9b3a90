import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

// These headers could lead to a page without the banner, or to encoded bytes into which it can't be inserted.
const REMOVED_REQUEST_HEADERS = new Set(['if-none-match', 'if-modified-since', 'range', 'accept-encoding']);
// These headers don't match the modified page, or would let a browser show the banner after the error is fixed.
const REMOVED_RESPONSE_HEADERS = new Set(['etag', 'last-modified', 'cache-control']);
const STYLE =
  'position:fixed;inset:0 0 auto;z-index:2147483647;box-sizing:border-box;width:auto;max-width:none;max-height:50vh;' +
  'overflow:auto;margin:0;padding:12px 16px;border:0;background:#7f1d1d;color:#fff;text-align:left';
const TEXT_STYLE = 'margin:0;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap';

type Line = readonly [name: string, value: string];

/**
 * Shows an error at the top of a page. Responses that aren't HTML, or are compressed, stay unchanged.
 *
 * @param request whose headers have not been read yet
 */
export function showOver(request: IncomingMessage, response: ServerResponse, error: string): void {
  if (!acceptsPage(request)) return;
  for (const [index, name] of request.rawHeaders.entries()) {
    // Node has counted the headers, so that none may be removed.
    if (index % 2 === 1 || !REMOVED_REQUEST_HEADERS.has(name.toLowerCase())) continue;
    request.rawHeaders[index] = `X-Without-${name}`;
    delete request.headers[name.toLowerCase()];
  }
  const original = {
    writeHead: response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse,
    write: response.write.bind(response) as (...args: unknown[]) => boolean,
    end: response.end.bind(response) as (...args: unknown[]) => ServerResponse,
  };
  /** The banner that is still to be inserted. */
  let banner: Buffer | undefined;

  const insertInto = (chunk: unknown, encoding: unknown): unknown => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    if (banner === undefined || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return chunk;
    const bytes = Buffer.from(chunk as string, encoding as BufferEncoding | undefined);
    const place = placeIn(bytes.toString('latin1'));
    const parts = [bytes.subarray(0, place), banner, bytes.subarray(place)];
    banner = undefined;
    return Buffer.concat(parts);
  };

  Object.assign(response, {
    writeHead(status: number, ...rest: unknown[]): ServerResponse {
      const lines = linesOfHead(response, rest.at(-1));
      if (!isPage(status, lines)) return original.writeHead(status, ...rest);
      const inserted = bannerOf(error, valueOf('content-security-policy', lines) === undefined);
      banner = inserted;
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      const kept = lines
        .filter(([name]) => !REMOVED_RESPONSE_HEADERS.has(name.toLowerCase()))
        .map(([name, value]) =>
          name.toLowerCase() === 'content-length'
            ? [name, String(Number(value) + inserted.length)]
            : [name, value],
        );
      const statusText = typeof rest[0] === 'string' ? [rest[0]] : [];
      return original.writeHead(status, ...statusText, [...kept, ['Cache-Control', 'no-store']].flat());
    },
    write: (chunk: unknown, encoding: unknown, done: unknown) =>
      original.write(insertInto(chunk, encoding), encoding, done),
    end(...args: unknown[]) {
      const [chunk, encoding] = typeof args[0] === 'function' ? [undefined, undefined] : args;
      const last = insertInto(chunk ?? '', encoding);
      return original.end(last, ...args.slice(chunk === undefined && args.length < 2 ? 0 : 1));
    },
  });
}

/** Fetches by scripts are not pages. Browsers mark them, at least for this machine. */
function acceptsPage({ method, rawHeaders }: IncomingMessage): boolean {
  const index = rawHeaders.findIndex((name) => name.toLowerCase() === 'sec-fetch-dest');
  return method === 'GET' && (index === -1 || rawHeaders[index + 1] !== 'empty');
}

/** The headers set earlier, and the headers passed to `writeHead`, which replace them. */
function linesOfHead(response: ServerResponse, given: unknown): Line[] {
  const lines = typeof given === 'object' && given !== null ? linesOf(given) : [];
  const names = new Set(lines.map(([name]) => name.toLowerCase()));
  return [...linesOf(response.getHeaders()).filter(([name]) => !names.has(name.toLowerCase())), ...lines];
}

/** Headers as pairs, in any of the accepted formats. */
function linesOf(headers: object): Line[] {
  if (Array.isArray(headers)) {
    const flat = headers.flat().map(String);
    return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
  }
  return Object.entries(headers as OutgoingHttpHeaders).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): Line => [name, String(each)]),
  );
}

function valueOf(wanted: string, lines: readonly Line[]): string | undefined {
  return lines.findLast(([name]) => name.toLowerCase() === wanted)?.[1];
}

function isPage(status: number, lines: readonly Line[]): boolean {
  const hasBody = status >= 200 && status !== 204 && status !== 206 && status !== 304;
  return (
    hasBody &&
    /^text\/html\b/i.test(valueOf('content-type', lines) ?? '') &&
    /^(?:identity)?$/i.test(valueOf('content-encoding', lines) ?? '')
  );
}

/** After `<body>`; without one at the start, but after the doctype, because pages render differently without it. */
function placeIn(page: string): number {
  const found = /<body\b[^>]*>/i.exec(page) ?? /^\s*<!doctype[^>]*>/i.exec(page);
  return found === null ? 0 : found.index + found[0].length;
}

// ASCII, because a page may have any encoding. Browsers show an open dialog even on pages that forbid styles.
function bannerOf(error: string, isStyled: boolean): Buffer {
  const text = error.replace(/[^\n -~]|[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`);
  const [outer, inner] = isStyled ? [` style="${STYLE}"`, ` style="${TEXT_STYLE}"`] : ['', ''];
  return Buffer.from(`<dialog open role="alert"${outer}><pre${inner}>${text}</pre></dialog>`, 'latin1');
}
