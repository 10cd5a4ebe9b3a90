/** A place in a source; line and column from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** From a place in what was compiled to the one that the author wrote; undefined when the map does not know it. */
export type SourceMapping = (
  line: number,
  column: number,
) => (SourcePlace & { readonly content: string | undefined }) | undefined;

/**
 * The source map that a file refers to, beside it or within it. A mapping may throw where the map is malformed.
 *
 * @returns undefined when the file has no source map, or a malformed one
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
