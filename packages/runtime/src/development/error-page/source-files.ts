import { loadSourceMap, type SourceMapping, type SourcePlace } from './source-map.ts';

const LARGEST_FILE = 4_194_304;
// A file that a stack names is opened when it is a source file; no other file on the disk is.
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Reads sources, each once; without a file system it finds none. */
export class SourceFiles {
  readonly #texts = new Map<string, string | undefined>();
  readonly #mappings = new Map<string, SourceMapping | undefined>();

  /** Undefined when it is no source, missing, unreadable, larger than 4 MiB or binary. */
  read(file: string): string | undefined {
    if (!this.#texts.has(file)) this.#texts.set(file, SOURCE.test(file) ? readText(file) : undefined);
    return this.#texts.get(file);
  }

  /** The original place, by the file's source map; the place itself when the file has no source map. */
  original(place: SourcePlace): SourcePlace {
    try {
      const found = this.#mappingOf(place.file)?.(place.line, place.column);
      if (found === undefined) return place;
      if (this.read(found.file) === undefined) {
        // The compiled code can at least be shown.
        if (found.content === undefined) return place;
        this.#texts.set(found.file, found.content);
      }
      return found;
    } catch {
      return place;
    }
  }

  #mappingOf(file: string): SourceMapping | undefined {
    if (!this.#mappings.has(file)) {
      const text = this.read(file);
      this.#mappings.set(file, text === undefined ? undefined : loadSourceMap(file, text, readText));
    }
    return this.#mappings.get(file);
  }
}

function readText(file: string): string | undefined {
  try {
    const fs = globalThis.process?.getBuiltinModule?.('node:fs');
    const stats = fs?.statSync(file);
    // A pipe or a device would never come to its end.
    if (fs === undefined || stats === undefined || !stats.isFile() || stats.size > LARGEST_FILE)
      return undefined;
    const text = fs.readFileSync(file, 'utf8');
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
