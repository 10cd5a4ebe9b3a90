import { loadSourceMap, type SourceMapping, type SourcePlace } from './source-map.ts';

const LARGEST_FILE = 4_194_304;
// Files in a stack are only opened if they are source files, so that no other file on the disk is shown.
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Reads source files, each file once. Without a file system, no file is found. */
export class SourceFiles {
  readonly #texts = new Map<string, string | undefined>();
  readonly #mappings = new Map<string, SourceMapping | undefined>();

  /** @returns undefined if the file isn't a source file, or is missing, unreadable, binary or larger than 4 MiB */
  read(file: string): string | undefined {
    if (!this.#texts.has(file)) this.#texts.set(file, SOURCE.test(file) ? readText(file) : undefined);
    return this.#texts.get(file);
  }

  /** The original place according to the file's source map; the same place if there is no source map. */
  original(place: SourcePlace): SourcePlace {
    try {
      const found = this.#mappingOf(place.file)?.(place.line, place.column);
      if (found === undefined) return place;
      if (this.read(found.file) === undefined) {
        // The compiled file can be shown if the original source can't be read.
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
    // Reading a pipe or a device might never end.
    if (fs === undefined || stats === undefined || !stats.isFile() || stats.size > LARGEST_FILE)
      return undefined;
    const text = fs.readFileSync(file, 'utf8');
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
