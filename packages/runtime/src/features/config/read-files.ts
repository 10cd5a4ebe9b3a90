import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { warn } from '../../kernel/errors/logger.ts';
import { ConfigError, type ConfigFault, thrownAt } from '../../kernel/errors/config-error.ts';

/** A configuration file: its export, or the errors that kept it from loading. */
export type ReadFile =
  | { readonly file: string; readonly config: unknown }
  | { readonly file: string; readonly faults: readonly ConfigFault[] };

const FOLDER = 'config/autoload';
const NAMED = /^(?:[^.].*\.)?(?:global|local|test)\.(?:ts|js|mjs|json)$/;
/** A name that looks like configuration, unlike notes, backups, declarations and tests. */
const MODULE = /^[^.](?!.*\.(?:d|test|spec)\.\w+$).*\.(?:[cm]?[jt]s|json)$/;

/**
 * Reads the files that patterns match, or the files of the default folder that rule C1 names.
 *
 * @param test whether the default files are those for tests; when absent, whether NODE_ENV is "test"
 */
export async function readConfigFiles(
  cwd: string,
  patterns: readonly string[] | undefined,
  test: boolean = process.env['NODE_ENV'] === 'test',
): Promise<ReadFile[]> {
  const found = patterns ? await matchingFiles(cwd, patterns) : await defaultFiles(cwd, test);
  const files = found.filter(
    (file) => !file.endsWith('.js') || !found.includes(file.replace(/\.js$/, '.ts')),
  );
  const results = await Promise.allSettled(files.map((file) => load(resolve(cwd, file))));
  const errors = new Set<unknown>();
  return results.map((result, index) => {
    const file = files[index] as string;
    if (result.status === 'fulfilled') return { file, config: result.value };
    const error: unknown = result.reason;
    // Files that import the same broken module all throw its error, which is reported for the first of them.
    const isRepeated = error instanceof Error && errors.has(error);
    errors.add(error);
    return { file, faults: isRepeated ? [] : readErrors(error, file, cwd) };
  });
}

/** Reads the folder without `tinyglobby`, which takes time to load. */
async function defaultFiles(cwd: string, test: boolean): Promise<string[]> {
  const entries = await readdir(resolve(cwd, FOLDER), { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  for (const name of names.filter((each) => MODULE.test(each) && !NAMED.test(each)).toSorted()) {
    warn(
      `The file ${FOLDER}/${name} is not loaded, because its name does not end in .global, .local or .test before the extension .ts, .js, .mjs or .json`,
    );
  }
  const ends = ['global', test ? 'test' : 'local'];
  // A file such as `global.ts` comes before files such as `a.global.ts`.
  const rankOf = (name: string): number => {
    const parts = name.split('.');
    return ends.indexOf(parts.at(-2) as string) * 2 + Number(parts.length > 2);
  };
  return names
    .filter((name) => NAMED.test(name) && rankOf(name) >= 0)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || byName(one, other))
    .map((name) => `${FOLDER}/${name}`);
}

async function matchingFiles(cwd: string, patterns: readonly string[]): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  const files = new Set<string>();
  for (const pattern of patterns) {
    const found = await glob(pattern, { cwd, expandDirectories: false });
    for (const file of found.toSorted(byName)) if (!file.endsWith('.d.ts')) files.add(file);
  }
  return [...files];
}

/** By code unit, so that the order is the same on every machine: "a.global" before "a-b.global", then by extension. */
function byName(one: string, other: string): number {
  const [a, b] = [one, other].map((file) => basename(file).split('.')) as [string[], string[]];
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [left = '', right = ''] = [a[index], b[index]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

async function load(path: string): Promise<unknown> {
  if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'));
  try {
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
    return module.default;
  } catch (error) {
    const compiled = path.replace(/\.ts$/, '.js');
    if (!isTypeScriptRejected(error) || compiled === path || !existsSync(compiled)) throw error;
    return load(compiled);
  }
}

function isTypeScriptRejected(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
}

function readErrors(error: unknown, file: string, cwd: string): ConfigFault[] {
  if (error instanceof ConfigError) return error.faults.map((fault) => ({ ...fault, file }));
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const place = thrownAt(error, [resolve(cwd), process.cwd()]);
  const received = place === undefined ? message : `${message} (${place})`;
  return [{ file, path: '', expected: 'a file that loads', received, error }];
}
