import type * as fs from 'node:fs';
import type * as module from 'node:module';
import type * as path from 'node:path';
import type * as url from 'node:url';

interface Builtins {
  'node:fs': typeof fs;
  'node:module': typeof module;
  'node:path': typeof path;
  'node:url': typeof url;
}

/** A module of Node; undefined on a runtime that has none, such as a Worker. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  if (typeof process === 'undefined') return undefined;
  const get = process.getBuiltinModule as ((id: string) => object | undefined) | undefined;
  return get?.(name) as Builtins[Name] | undefined;
}
