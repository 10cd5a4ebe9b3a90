// Writes results into pages of docs/.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const docs = join(import.meta.dirname, '../../docs');

/** Rewrites a page of docs/, by its name. */
export function rewritePage(name, rewrite) {
  const page = join(docs, name);
  writeFileSync(page, rewrite(readFileSync(page, 'utf8')));
}

/**
 * The text with each `<!-- KIND NAME -->` … `<!-- end -->` filled, where there are results.
 *
 * @param folder with NAME.json
 * @param write returns the Markdown of its content and the name
 */
export function withResults(text, kind, folder, write) {
  const places = new RegExp(`(<!-- ${kind} (\\S+) -->\n)[^]*?(<!-- end -->)`, 'g');
  return text.replace(places, (whole, start, name, end) => {
    const file = join(folder, `${name}.json`);
    if (!existsSync(file)) return whole;
    return `${start}\n${write(JSON.parse(readFileSync(file, 'utf8')), name)}\n\n${end}`;
  });
}
