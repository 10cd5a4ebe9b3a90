import type { PlaceholderDescription } from 'fw-devtools';
import type { Answers } from '#command-line/flag';
import type { Site } from '../../site/site.ts';
import { listOf } from '../engine/generator.ts';
import { pascalCase } from '../engine/names.ts';
import { readRoutePath, type RoutePattern, wordsOf } from './route-pattern.ts';

/** A requested route. */
export interface RequestedRoute {
  /** The path within its group. */
  readonly path: string;
  /** The methods in upper case; undefined for any method. */
  readonly methods: readonly string[] | undefined;
}

/** A requested route with its parsed path. */
export interface ReadRoute extends RequestedRoute, RoutePattern {
  /** The placeholders of its own path, without those of its group. */
  readonly own: readonly PlaceholderDescription[];
}

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

/** The requested routes, each with the methods before its path, otherwise those of `--method`. */
export function requestedRoutes({ path, method }: Answers): RequestedRoute[] {
  return listOf(path, '\n').map((line) => {
    const { own, rest } = splitMethods(line);
    return { path: withPlaceholders(rest), methods: methodsIn(own ?? method ?? 'GET') };
  });
}

/** The methods before a path, as in `GET,POST /post`, and the path. */
export function splitMethods(line: string): { readonly own: string | undefined; readonly rest: string } {
  const [, own, rest = line] = /^([^\s/[]\S*)\s+(\S.*)$/s.exec(line) ?? [];
  return { own, rest };
}

/**
 * Converts the placeholders of Express to those of Fw: `/users/{id}` for `/users/:id`, `/files/{rest:.*}` for
 * `/files/*`. A colon within a segment stays, as in `/v1/users:batchGet`.
 */
export function withPlaceholders(path: string): string {
  return path
    .split('/')
    .map((segment) =>
      segment.startsWith(':')
        ? segment.replaceAll(/:([A-Za-z_]\w*)(?:\(([^()]+)\))?/g, (_, name: string, pattern?: string) =>
            pattern === undefined ? `{${name}}` : `{${name}:${pattern}}`,
          )
        : segment.replace(/^\*\*?([A-Za-z_]\w*)?$/, (_, name = 'rest') => `{${name}:.*}`),
    )
    .join('/');
}

/** A sentence for each path that `withPlaceholders` changes. */
export function convertedPaths({ path }: Answers): string[] {
  return listOf(path, '\n')
    .map((line) => splitMethods(line).rest)
    .filter((asked) => withPlaceholders(asked) !== asked)
    .map((asked) => `${asked} is ${withPlaceholders(asked)} in Fw, which writes a placeholder in braces.`);
}

export function asksForOne({ path }: Answers): boolean {
  return listOf(path, '\n').length < 2;
}

/** The whole path of a route in a group. */
export function wholePath(group: string, path: string): string {
  return group !== '' && path === '/' ? group : group + path;
}

/** @throws Error with the framework's reason why the path or a constraint is invalid */
export async function readRequested(
  site: Site,
  asked: RequestedRoute,
  group: string,
  tokens: Readonly<Record<string, string>>,
): Promise<ReadRoute> {
  const whole = wholePath(group, asked.path);
  const placeholders = (await readRoutePath(site, whole)).placeholders;
  const restricted = Object.entries(tokens).filter(([name]) =>
    placeholders.some((each) => each.name === name),
  );
  const pattern = await readRoutePath(site, whole, Object.fromEntries(restricted));
  const outer = group === '' ? [] : (await readRoutePath(site, group)).placeholders;
  const own = pattern.placeholders.filter(({ name }) => !outer.some((each) => each.name === name));
  return { ...asked, ...pattern, own };
}

/** A class name created from method and path, such as `CreatePost` for POST /post and `ShowPost` for GET /post/{id}. */
export async function defaultClass(site: Site, asked: RequestedRoute, group: string): Promise<string> {
  const { own, placeholders } = await readRequested(site, asked, group, {});
  const [method = 'GET'] = asked.methods ?? [];
  const isOne = own.some(({ optional }) => !optional);
  const verb = VERBS[method] ?? (isOne ? 'show' : '');
  const words = wordsOf(asked.path, own);
  const all = words.length > 0 ? words : wordsOf(wholePath(group, asked.path), placeholders);
  const name = [verb, ...all].join(' ').trim();
  return pascalCase(name === '' ? 'home' : name).replace(/^\d/, 'Route$&');
}

function methodsIn(text: string): string[] | undefined {
  const methods = [...new Set(listOf(text).map((method) => method.toUpperCase()))];
  return methods.length === 1 && methods[0] === 'ANY' ? undefined : methods;
}
