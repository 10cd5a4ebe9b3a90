import { HttpError } from '../errors/http-error.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import { readable, surroundingsOf } from '../pipeline/scope.ts';
import { isList, middlewareOf, type PipelineNode } from './middleware-of.ts';

// Many readers keep parameters. For others, the end of parameters depends on the separators that they decode.
const PARAMETERS = [/(?!)/g, /;[^/]*/g, /;.*?(?=\/|%2f|%5c|$)/gs];
const SEPARATORS = /\/|%2f|%5c|%00/;

/**
 * The error for a path that isn't below the prefix of an entry, but would be for another reader: a file server, an upstream, an
 * Express application (rule P2). Only middleware counts, because routes of an application guard nothing.
 */
export function ambiguityOf(entry: Entry, request: ServerRequest): HttpError | undefined {
  if (request.source.spelling?.isAmbiguous !== true) return undefined;
  const readings = readingsOf(request.path);
  // Its services may be applications.
  const { container } = (surroundingsOf(request)[0]?.owner ?? {}) as Partial<PipelineNode>;
  for (const placed of middlewareOf({ entries: [entry], container, routing: undefined })) {
    const { role, error, target } = placed.entry;
    const isMiddleware = role === undefined && !error && placed.nested === undefined && !isList(target);
    if (isMiddleware && readings.some((names) => isBelow(names, namesIn(placed.prefix)))) {
      return new HttpError(400, 'The path can be read in more than one way.');
    }
  }
  return undefined;
}

/** The segments that other readers may see. */
function readingsOf(path: string): readonly (readonly string[])[] {
  const text = fold(path);
  return PARAMETERS.map((parameters) =>
    text
      .replace(parameters, '')
      .split(SEPARATORS)
      .filter((name) => name !== '' && name !== '.'),
  );
}

// After "..", readers disagree about the folder that follows. No honest client sends "..", so the last name is enough.
function isBelow(names: readonly string[], prefix: readonly string[]): boolean {
  const climb = names.indexOf('..');
  if (climb !== -1 && names.includes(prefix.at(-1) as string, climb)) return true;
  return prefix.every((name, index) => names[index] === name);
}

function namesIn(prefix: string): readonly string[] {
  return fold(prefix).split('/').slice(1);
}

/** Without case, as the least strict reader compares. */
function fold(path: string): string {
  return readable(path).toUpperCase().toLowerCase();
}
