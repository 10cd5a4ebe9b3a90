import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { HttpResponse } from 'fw-runtime/internal';

// The URL is built in two steps, because bundlers would treat `new URL(…, import.meta.url)` as a file to bundle.
const here = import.meta.url;
const FOLDER = new URL('./browser/', here);
// The name of a file beside the page. A name can't lead to another folder.
const NAME = /^[a-z-]+\.(?:js|css|svg)$/;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A script, a style sheet or an image of the page; undefined if there is no such file. */
export async function pageFile(name: string): Promise<HttpResponse | undefined> {
  if (!NAME.test(name)) return undefined;
  const path = name.endsWith('.css') ? `styles/${name}` : name;
  const text = await readFile(new URL(path, FOLDER), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : new HttpResponse(text, 200, typed(name));
}

/**
 * The HTML page, which is the same at each of its URLs.
 *
 * @param base the path before `/_fw` in the URL; empty unless the app is mounted in another server
 * @returns undefined in a bundle, which doesn't include the page's files
 */
export function page(base: string): Promise<HttpResponse | undefined> {
  return html('index.html', base);
}

/** The page that stores the token in the browser, and continues to the page that the URL names. */
export function enterPage(base: string): Promise<HttpResponse | undefined> {
  return html('enter.html', base);
}

async function html(name: string, base: string): Promise<HttpResponse | undefined> {
  const text = await readFile(new URL(name, FOLDER), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The client has percent-encoded the path; only characters that could end an attribute are left to encode.
  const inserted = base.replace(/[&"'<>]/g, (character) => encodeURIComponent(character));
  return new HttpResponse(text.replaceAll('="/_fw', `="${inserted}/_fw`), 200, typed(name));
}

function typed(name: string): Record<string, string> {
  return { 'Content-Type': TYPES[extname(name)] as string };
}
