import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { HttpResponse } from '../../http/http-response.ts';

// In two steps, because bundlers take the pattern in one for a file to be bundled.
const here = import.meta.url;
const FOLDER = new URL('../page/', here);
// A name of a file beside the page, and nothing that leads elsewhere.
const NAME = /^[a-z-]+\.(?:js|css|svg)$/;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A script, a style or a picture of the page; undefined for any other name. */
export async function pageFile(name: string): Promise<HttpResponse | undefined> {
  if (!NAME.test(name)) return undefined;
  const path = name.endsWith('.css') ? `styles/${name}` : name;
  const text = await readFile(new URL(path, FOLDER), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : new HttpResponse(text, 200, typed(name));
}

/**
 * The page itself, which is the same at each of its addresses.
 *
 * @param base the path before `/_fw` in its address: "", unless the application is mounted in another server
 * @returns undefined in a bundle, beside which its files are not
 */
export async function page(base: string): Promise<HttpResponse | undefined> {
  const text = await readFile(new URL('index.html', FOLDER), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The client percent-encoded it; only characters that end an attribute are left to escape.
  const inserted = base.replace(/[&"'<>]/g, (character) => encodeURIComponent(character));
  return new HttpResponse(text.replaceAll('="/_fw', `="${inserted}/_fw`), 200, typed('index.html'));
}

function typed(name: string): Record<string, string> {
  return { 'Content-Type': TYPES[extname(name)] as string };
}
