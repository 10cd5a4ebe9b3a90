import { parse, type Token } from 'path-to-regexp';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { parsePattern } from './path-pattern.ts';

/**
 * Converts a path of Express to Fw. The types of parameters are lost, because the compiler can't read the result: write Fw's
 * path itself where handlers read parameters.
 *
 * @param path a path of Express 5, or one of Express 4 with constraints in parentheses and `*`
 * @returns the path for `app.get()` and `route()`
 * @throws {@link InvalidArgumentError} when Express can't parse the path, or Fw has no such path: an optional part or a wildcard in
 *   the middle, `?` and `+`, or a name other than letters, digits, `_` and `-`
 * @example expressPath('/page{/:n{/:lang}}') // '/page[/{n}[/{lang}]]'
 * @example expressPath('/u/:id(\\d+)') // '/u/{id:\\d+}'
 */
export function expressPath(path: string): string {
  if (typeof path !== 'string') throw new InvalidArgumentError('path', 'a string such as "/users/:id"', path);
  const constraints = new Map<string, string>();
  const current = path
    .replaceAll(/:([A-Za-z_]\w*)\(((?:\\.|[^()\\])+)\)/g, (_, name: string, constraint: string) => {
      constraints.set(name, constraint);
      return `:${name}`;
    })
    .replaceAll(/(?<=\/)\*\*?(?=\/|$)/g, '*rest');
  try {
    const converted = pathOf(parse(current).tokens, constraints);
    const { placeholders } = parsePattern(converted);
    if (placeholders.every(({ constraint, rest }) => constraint !== '.*' || rest)) return converted;
  } catch (cause) {
    throw inexpressible(path, (cause as Error).message, cause);
  }
  throw inexpressible(path, 'A wildcard must be the whole last segment, as in "/files/*path".');
}

function pathOf(tokens: readonly Token[], constraints: ReadonlyMap<string, string>): string {
  const parts = tokens.map((token) => {
    if (token.type === 'text') return token.value.replaceAll(/[{}[\]]/g, encodeURIComponent);
    if (token.type === 'group') return `[${pathOf(token.tokens, constraints)}]`;
    const constraint = token.type === 'wildcard' ? '.*' : constraints.get(token.name);
    return constraint === undefined ? `{${token.name}}` : `{${token.name}:${constraint}}`;
  });
  return parts.join('');
}

function inexpressible(path: string, reason: string, cause?: unknown): InvalidArgumentError {
  return new InvalidArgumentError('path', 'a path of Express that Fw has too', path, ` ${reason}`, { cause });
}
