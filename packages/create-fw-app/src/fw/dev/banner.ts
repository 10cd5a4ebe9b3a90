import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

// They are not those of the page as it is sent, or they would let a browser show the banner when it is over.
const removed = new Set(['etag', 'last-modified', 'cache-control']);
const style =
  'position:fixed;inset:0 0 auto;z-index:2147483647;max-height:50vh;overflow:auto;margin:0;padding:12px 16px;' +
  'background:#7f1d1d;color:#fff;font:13px/1.5 ui-monospace,monospace;text-align:left;white-space:pre-wrap';

/** Shows a fault over the top of a page. Responses that are no HTML, or are compressed, stay as they are. */
export function showOver(response: ServerResponse, fault: string): void {
  const banner = bannerOf(fault);
  const original = {
    writeHead: response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse,
    write: response.write.bind(response) as (...args: unknown[]) => boolean,
    end: response.end.bind(response) as (...args: unknown[]) => ServerResponse,
  };
  let isMissing = false;

  const insertInto = (chunk: unknown, encoding: unknown): unknown => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    if (!isMissing || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return chunk;
    isMissing = false;
    const bytes = Buffer.from(chunk as string, encoding as BufferEncoding | undefined);
    const place = placeIn(bytes.toString('latin1'));
    return Buffer.concat([bytes.subarray(0, place), banner, bytes.subarray(place)]);
  };

  Object.assign(response, {
    writeHead(status: number, ...rest: unknown[]): ServerResponse {
      const given = rest.at(-1);
      const lines = typeof given === 'object' && given !== null ? linesOf(given) : [];
      const all = [...linesOf(response.getHeaders()), ...lines];
      if (!isPage(status, all)) return original.writeHead(status, ...rest);
      isMissing = true;
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      const kept = all
        .filter(([name]) => !removed.has(name.toLowerCase()))
        .map(([name, value]) =>
          name.toLowerCase() === 'content-length'
            ? [name, String(Number(value) + banner.length)]
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

/** Headers as pairs, whatever they were given as. */
function linesOf(headers: object): [name: string, value: string][] {
  if (Array.isArray(headers)) {
    const flat = headers.flat().map(String);
    return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
  }
  return Object.entries(headers as OutgoingHttpHeaders).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
  );
}

function isPage(status: number, lines: readonly (readonly [string, string])[]): boolean {
  const valueOf = (wanted: string): string | undefined =>
    lines.findLast(([name]) => name.toLowerCase() === wanted)?.[1];
  const hasBody = status >= 200 && status !== 204 && status !== 206 && status !== 304;
  return (
    hasBody &&
    /^text\/html\b/i.test(valueOf('content-type') ?? '') &&
    /^(?:identity)?$/i.test(valueOf('content-encoding') ?? '')
  );
}

/** Behind `<body>`; without one at the start, but behind the doctype, without which a page looks different. */
function placeIn(page: string): number {
  const found = /<body\b[^>]*>/i.exec(page) ?? /^\s*<!doctype[^>]*>/i.exec(page);
  return found === null ? 0 : found.index + found[0].length;
}

// In ASCII, because a page may have any encoding.
function bannerOf(fault: string): Buffer {
  const escaped = fault.replace(/[^\n -~]|[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`);
  return Buffer.from(`<div role="alert" style="${style}">${escaped}</div>`, 'latin1');
}
