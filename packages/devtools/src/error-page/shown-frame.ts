import { PACKAGE, pathOf } from 'fw-runtime/internal';
import { type ExcerptLine, excerptOf } from './excerpt.ts';
import type { SourceFiles } from './source-files.ts';
import type { Frame } from './stack-frames.ts';

/** The owner of the code that a frame runs. */
export type Origin = 'application' | 'framework' | 'package' | 'runtime';

/** A stack frame as it is shown. */
export interface ShownFrame {
  readonly function: string;
  /** The place, such as `src/action/ping.ts:12:5`. */
  readonly place: string;
  readonly origin: Origin;
  /** The lines around the place; empty if the source can't be shown. */
  readonly excerpt: readonly ExcerptLine[];
}

export function showFrame(frame: Frame, files: SourceFiles): ShownFrame {
  const place = frame.isTrusted ? files.original(frame) : frame;
  // Source maps of packages refer to sources outside of the package, so the owner of a package's frame is its own file.
  const origin = ownerOf(frame.file) === 'application' ? ownerOf(place.file) : ownerOf(frame.file);
  return {
    function: frame.function,
    place: place.line === 0 ? place.file : `${shortPath(place.file)}:${place.line}:${place.column}`,
    origin,
    excerpt: frame.isTrusted && origin !== 'runtime' ? excerptOf(files, place) : [],
  };
}

export function ownerOf(file: string): Origin {
  const path = file.replaceAll('\\', '/');
  if (!/^(?:\/|[A-Za-z]:\/)/.test(path)) return 'runtime';
  if (FRAMEWORK.some((folder) => path.startsWith(folder))) return 'framework';
  return path.includes('/node_modules/') ? 'package' : 'application';
}

// The path is relative to the working directory, or begins at `node_modules`.
function shortPath(file: string): string {
  const inPackages = file.lastIndexOf('node_modules');
  if (inPackages !== -1) return file.slice(inPackages);
  const path = globalThis.process?.getBuiltinModule?.('node:path');
  if (path === undefined || !path.isAbsolute(file)) return file;
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}

// The folders of fw-runtime and of this package. A bundle contains the framework and the app in one file.
const FRAMEWORK = [PACKAGE, /^(.*\/)error-page\/[^/]+$/.exec(import.meta.url)?.[1]]
  .filter((folder) => folder !== undefined)
  .map(pathOf);
