import { stripVTControlCharacters } from 'node:util';

/** What a package manager is doing, told from what it prints. */
export interface InstallProgress {
  /** In a few words; `undefined` when the output does not tell. */
  readonly text: string | undefined;
  /** How many packages npm has asked for so far. */
  readonly fetched: number;
}

const MAX_TEXT_LENGTH = 60;

/**
 * Reads what a package manager has just printed. npm tells each package that it asks for, in lines such as
 * `npm http fetch GET 200 https://host/tsx 35ms (cache hit)`; the others tell their progress in lines of their own.
 *
 * @param fetched how many packages were asked for before
 */
export function readProgress(output: string, fetched: number): InstallProgress {
  const lines = stripVTControlCharacters(output)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const requests = lines.flatMap(
    (line) => /^npm http (?:fetch|cache) .*?https?:\/\/[^/ ]+\/(\S+)/.exec(line)?.[1] ?? [],
  );
  const latest = requests.at(-1);
  if (latest !== undefined) {
    const total = fetched + requests.length;
    return { text: `${packageOf(latest)}, request ${total}`, fetched: total };
  }
  const line = lines.findLast((line) => !/^npm (http|warn|notice|verbose|timing)/.test(line));
  return { text: line?.slice(0, MAX_TEXT_LENGTH), fetched };
}

/** The package that a registry's path is about: `@types%2fnode`, or `tsx/-/tsx-4.23.0.tgz`. */
function packageOf(path: string): string {
  const name = path.replace(/^.*?((?:@[^/%]+(?:\/|%2f))?[^/]+)(?:\/-\/.*)?$/i, '$1');
  return name.replace(/%2f/i, '/').slice(0, MAX_TEXT_LENGTH);
}
