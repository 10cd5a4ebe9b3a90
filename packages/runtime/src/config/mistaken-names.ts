import { didYouMean, nearest } from '../errors/nearest.ts';
import { CONFIG_KEYS } from './config.ts';

/** The extensions of configuration files. */
export const EXTENSIONS: readonly string[] = ['ts', 'js', 'mjs', 'json'];

// Near to keys of the framework, but as likely a site's own.
const OWN_KEYS = new Set(['router', 'routers', 'servers']);

const KINDS = ['global', 'local'];
// Marks a configuration whose keys were looked at, so that nothing is told twice.
const SEEN: unique symbol = Symbol('keys were looked at');

/**
 * Warns of top-level keys that are nearly those of the framework (rule C4). Other keys are the site's own.
 *
 * @param file the file that the configuration comes from, where it is known
 * @param warn the console when absent
 */
export function warnOfKeys(
  config: object,
  file?: string,
  warn: (message: string) => void = console.warn,
): void {
  if (SEEN in config) return;
  for (const key of Object.keys(config)) {
    if (CONFIG_KEYS.includes(key) || OWN_KEYS.has(key)) continue;
    // Less than other suggestions allow: a site's own "quotes" is no mistake for "routes".
    const meant = nearest(key, CONFIG_KEYS, Math.floor(key.length / 6) || 1);
    if (meant.length === 0) continue;
    const place = file === undefined ? 'The configuration' : `The file ${file}`;
    warn(`${place} has the key "${key}", which the framework does not read; ${didYouMean(key, meant)}`);
  }
}

/** Keeps `warnOfKeys` from looking at a configuration once more. */
export function markAsSeen<T extends object>(config: T): T {
  return Object.defineProperty(config, SEEN, { value: true });
}

/**
 * Warns of files that no pattern takes (rule C4), but for those that do not look like configuration, such as notes,
 * backups and declarations.
 *
 * @param files names within the folder
 */
export function warnOfFiles(folder: string, files: readonly string[]): void {
  for (const file of files) {
    const meant = meantNames(file);
    // Such as those for this machine, while a test runs.
    if (meant.length === 0 || meant.includes(file)) continue;
    const names = meant.map((name) => `"${name}"`);
    console.warn(`The file ${folder}/${file} is not loaded; did you mean ${names.join(' or ')}?`);
  }
}

function meantNames(file: string): string[] {
  if (!/^\w.*\w$/.test(file) || file.endsWith('.d.ts') || /(?:^|\.)(?:test|spec)\.\w+$/.test(file)) return [];
  const segments = file.split('.');
  const [extension] = nearest(segments.pop() ?? '', EXTENSIONS, 1);
  const last = segments.pop();
  if (extension === undefined || last === undefined) return [];
  const [, stem = '', joined = last] = /^(.+)[-_ ](global|local)$/i.exec(last) ?? [];
  const [kind] = nearest(joined, KINDS, 1);
  // Such as the copies that file managers make.
  if (kind === undefined && last.includes(' ')) return [];
  if (kind === undefined) return KINDS.map((each) => [...segments, last, each, extension].join('.'));
  return [[...segments, ...(stem === '' ? [] : [stem]), kind, extension].join('.')];
}
