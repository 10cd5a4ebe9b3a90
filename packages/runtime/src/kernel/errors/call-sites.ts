import type { Origin } from './describe.ts';

/** A place in the code that is running; line and column from 1. */
interface CallSite {
  /** A path or a `file:` URL. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The call sites on the stack of this call, innermost first. */
function callSites(): readonly CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 50;
    Error.prepareStackTrace = (_error, sites) =>
      sites.map((site) => ({
        file: site.getFileName(),
        line: site.getLineNumber(),
        column: site.getColumnNumber(),
      }));
    const sites = new Error('where').stack as unknown as readonly Partial<CallSite>[];
    return sites.filter((site): site is CallSite => typeof site.file === 'string');
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

/**
 * The script that Node was started with, and the files on the stack of this call. The entry script is among these files even
 * when a process manager loaded the script.
 */
export function callingFiles(): readonly string[] {
  const script = globalThis.process?.argv?.[1];
  return [...(script === undefined ? [] : [script]), ...callSites().map(({ file }) => file)];
}

/**
 * The folder of this package, as a `file:` URL; undefined in a bundle, where the framework's lines can't be distinguished from the
 * app's.
 */
export const PACKAGE: string | undefined = /^(.*\/)kernel\/errors\/[^/]+$/.exec(import.meta.url)?.[1];

/** Property of `globalThis` with the folders of the copies of this package that the process has loaded. */
const COPIES: unique symbol = Symbol.for('fw-runtime.copies');

if (PACKAGE !== undefined) noteCopy(PACKAGE);

/** Warns of a second installed copy, because a copy doesn't recognize the requests, responses and errors of another copy. */
function noteCopy(folder: string): void {
  const owner = globalThis as { [COPIES]?: Set<string> };
  const copies = (owner[COPIES] ??= new Set());
  copies.add(folder);
  if (copies.size !== 2) return;
  console.warn(
    `Two copies of fw-runtime are loaded: ${[...copies].map(pathOf).join(' and ')}. Neither recognizes the requests, responses and ` +
      'errors of the other: run "npm dedupe", and list fw-runtime under peerDependencies in packages that need it.',
  );
}

/** The innermost call site that is neither in the framework nor in a package. */
export function callOrigin(): Origin | undefined {
  const site = callSites().find(({ file }) => {
    const url = file.startsWith('/') ? `file://${file}` : file;
    return url.startsWith('file:') && !url.includes('/node_modules/') && !isOwn(url);
  });
  return site && { file: pathOf(site.file), line: sourceLine(site) };
}

/** The line in the source file if Node has a source map for a compiled file; otherwise the line in the file itself. */
function sourceLine({ file, line, column }: CallSite): number {
  const map = globalThis.process?.getBuiltinModule?.('node:module').findSourceMap(file);
  const entry = map?.findEntry(line - 1, column - 1);
  return entry !== undefined && 'originalLine' in entry ? entry.originalLine + 1 : line;
}

function isOwn(url: string): boolean {
  return PACKAGE !== undefined && url.startsWith(PACKAGE);
}

/** The path of a file that is given as a path or as a `file:` URL; any other string is returned unchanged. */
export function pathOf(file: string): string {
  if (!file.startsWith('file:')) return file;
  try {
    return decodeURIComponent(new URL(file).pathname).replace(/^\/(?=[A-Za-z]:)/, '');
  } catch {
    return file;
  }
}
