/** What a generator needs to know of a route's path. */
export interface RoutePath {
  /** In the order of their occurrence. */
  readonly placeholders: readonly {
    readonly name: string;
    readonly restriction: string | undefined;
    readonly optional: boolean;
    readonly rest: boolean;
  }[];
  /** The text between them, without what is optional. */
  readonly words: readonly string[];
}

/**
 * Reads a route's path roughly; the framework itself judges it before anything is written.
 *
 * @returns a sentence when it is no path
 */
export function readRoutePath(path: string): RoutePath | string {
  if (!path.startsWith('/')) return `"${path}" is not a path: start with "/", as in /post/{id}.`;
  if (/[\s?#"'`\\]/.test(path.replaceAll(/\{[^/]*\}/g, ''))) {
    return `"${path}" is not a path: it has a character that no path has, as in /post/{id}.`;
  }
  const placeholders: RoutePath['placeholders'][number][] = [];
  const words: string[] = [];
  let depth = 0;
  let text = '';
  for (let index = 0; index < path.length; index++) {
    const character = path[index] as string;
    if (character === '[') depth++;
    else if (character === ']') depth--;
    else if (character === '{') {
      const end = closingBrace(path, index);
      const inside = path.slice(index + 1, end);
      const [, name = '', restriction] = /^([A-Za-z_]\w*)(?::([\s\S]+))?$/.exec(inside) ?? [];
      if (end === -1 || name === '') {
        return `"${path}" is not a path: a placeholder is written {name} or {name:expression}, as in /post/{id:\\d+}.`;
      }
      if (placeholders.some((known) => known.name === name)) {
        return `"${path}" is not a path: {${name}} occurs twice.`;
      }
      const rest = restriction === '.*' || restriction === '.+';
      placeholders.push({ name, restriction, optional: depth > 0, rest });
      index = end;
      text += '/';
      continue;
    } else if (depth === 0) text += character;
  }
  if (depth !== 0) return `"${path}" is not a path: a "[" and a "]" have no counterpart.`;
  words.push(...text.split(/[^A-Za-z0-9]+/).filter((word) => word !== ''));
  return { placeholders, words };
}

function closingBrace(path: string, open: number): number {
  let depth = 0;
  for (let index = open; index < path.length; index++) {
    if (path[index] === '\\') index++;
    else if (path[index] === '{') depth++;
    else if (path[index] === '}' && --depth === 0) return index;
  }
  return -1;
}
