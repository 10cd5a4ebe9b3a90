import { isAbsolute, relative, sep } from 'node:path';

/** Copies the data with the files of origins relative to the project, separated by "/". */
export function relativeTo<T>(root: string, data: T): T {
  // The options of routes are the app's own data and aren't changed, even if they have a `file`.
  const own = new Set<unknown>();
  const text = JSON.stringify(data, function (this: unknown, key, value: unknown) {
    if (key === 'options' || own.has(this)) own.add(value);
    else if (key === 'file' && typeof value === 'string' && isAbsolute(value)) {
      return relative(root, value).replaceAll(sep, '/').replace(/\?.*$/, '');
    }
    return value;
  });
  return JSON.parse(text) as T;
}
