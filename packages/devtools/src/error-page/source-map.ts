/** A place in a source file. Line and column start at 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Maps a place in a compiled file to the place in the original source; undefined if the source map has no such place. */
export type SourceMapping = (
  line: number,
  column: number,
) => (SourcePlace & { readonly content: string | undefined }) | undefined;

/**
 * Loads the external or inline source map that a file refers to. A mapping may throw if the source map is malformed.
 *
 * @returns undefined if there is no source map or the source map isn't JSON
 */
export function loadSourceMap(
  file: string,
  text: string,
  readText: (file: string) => string | undefined,
): SourceMapping | undefined {
  const load = globalThis.process?.getBuiltinModule;
  const [module, url] = [load?.('node:module'), load?.('node:url')];
  const reference = [...text.matchAll(/^\/\/# sourceMappingURL=(\S+)\s*$/gm)].at(-1)?.[1];
  if (reference === undefined || module === undefined || url === undefined) return undefined;
  try {
    const fileUrl = url.pathToFileURL(file);
    const mapUrl = new URL(reference, fileUrl);
    const isWithin = mapUrl.protocol === 'data:';
    const payload = JSON.parse(
      (isWithin ? fromDataUrl(reference) : readText(url.fileURLToPath(mapUrl))) ?? '',
    ) as Payload;
    const folder = new URL((payload.sourceRoot ?? '').replace(/[^/]$/, '$&/'), isWithin ? fileUrl : mapUrl);
    const map = new module.SourceMap(payload as never);
    return (line, column) => {
      const entry = map.findEntry(line - 1, column - 1);
      if (!('originalSource' in entry)) return undefined;
      const source = new URL(entry.originalSource, folder);
      const content = payload.sourcesContent?.[payload.sources.indexOf(entry.originalSource)];
      return {
        file: source.protocol === 'file:' ? url.fileURLToPath(source) : source.href,
        line: entry.originalLine + 1,
        column: entry.originalColumn + 1,
        content: content ?? undefined,
      };
    };
  } catch {
    return undefined;
  }
}

interface Payload {
  readonly sources: readonly string[];
  readonly sourceRoot?: string;
  readonly sourcesContent?: readonly (string | null)[];
}

function fromDataUrl(dataUrl: string): string {
  const [head = '', data = ''] = dataUrl.split(/,(.*)/s);
  return head.endsWith(';base64') ? Buffer.from(data, 'base64').toString() : decodeURIComponent(data);
}
