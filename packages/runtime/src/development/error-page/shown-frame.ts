import { type ExcerptLine, excerptOf } from './excerpt.ts';
import type { SourceFiles } from './source-files.ts';
import type { Frame } from './stack-frames.ts';

/** Whose code a frame runs. */
export type Origin = 'application' | 'framework' | 'package' | 'runtime';

/** A frame as it is shown. */
export interface ShownFrame {
  readonly function: string;
  /** Such as `src/action/ping.ts:12:5`. */
  readonly place: string;
  readonly origin: Origin;
  /** Empty when the source cannot be shown. */
  readonly excerpt: readonly ExcerptLine[];
}

export function showFrame(frame: Frame, files: SourceFiles): ShownFrame {
  const place = frame.isTrusted ? files.original(frame) : frame;
  // Source maps of packages lead to sources that lie elsewhere.
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
  if (FRAMEWORK !== undefined && path.startsWith(FRAMEWORK)) return 'framework';
  return path.includes('/node_modules/') ? 'package' : 'application';
}

// From the folder that the process runs in, or from the package.
function shortPath(file: string): string {
  const inPackages = file.lastIndexOf('node_modules');
  if (inPackages !== -1) return file.slice(inPackages);
  const path = globalThis.process?.getBuiltinModule?.('node:path');
  if (path === undefined || !path.isAbsolute(file)) return file;
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}

// A bundle holds the framework and the application in one file, so there it has no folder.
const FRAMEWORK = /^(file:.*\/)development\/.+$/
  .exec(import.meta.url)?.[1]
  ?.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, '');
