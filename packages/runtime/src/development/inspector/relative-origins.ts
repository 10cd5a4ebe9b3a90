import { isAbsolute, relative, sep } from 'node:path';

/** The same data with the files of origins relative to the site, with "/". */
export function relativeTo<T>(root: string, data: T): T {
  // The options of routes belong to the project, whatever their names are.
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
