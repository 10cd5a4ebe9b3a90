import { stripVTControlCharacters } from 'node:util';

/** The current step of a package manager, read from its output. */
export interface InstallProgress {
  /** A few words; `undefined` when the output doesn't show it. */
  readonly text: string | undefined;
  /** The number of packages that npm has requested so far. */
  readonly fetched: number;
}

const MAX_TEXT_LENGTH = 60;

/**
 * Reads the latest output of a package manager. npm prints each package that it requests, in lines such as `npm http
 * fetch GET 200 https://host/tsx 35ms (cache hit)`; the others print their progress in lines of their own.
 *
 * @param fetched the number of packages requested before
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

/** The package in a registry's path: `@types%2fnode`, or `tsx/-/tsx-4.23.0.tgz`. */
function packageOf(path: string): string {
  const name = path.replace(/^.*?((?:@[^/%]+(?:\/|%2f))?[^/]+)(?:\/-\/.*)?$/i, '$1');
  return name.replace(/%2f/i, '/').slice(0, MAX_TEXT_LENGTH);
}
