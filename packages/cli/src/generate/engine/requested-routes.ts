import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PlaceholderDescription } from 'fw-devtools';
import { parse, type Token } from 'parse-express-path';
import type { PathReport, PathRequest } from 'fw-devtools/inspection';
import type { Answers } from '#command-line/flag';
import { CommandError, messageOf } from '#command-line/errors';
import { type GeneratedProject, listOf } from './generator.ts';
import { pascalCase } from './names.ts';

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

/** The verbs in the names of routes, by method; GET has several. */
export const VERBS: Readonly<Record<string, string>> = {
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

/** A placeholder of Fw, as in `{id}` or `{id:\d+}`. In Express, braces contain an optional part. */
const FW_PLACEHOLDER = /\{\s*[A-Za-z_][\w-]*\s*[:}]/;
/** A name after a colon, or a wildcard that begins a segment. */
const EXPRESS_PLACEHOLDER = /:[\p{ID_Start}_$"]|[/{]\*/u;
/** The only colon of a path, after the last word, as in `/v1/users:batchGet`. It is a custom method, and text in Fw. */
const CUSTOM_METHOD = /^([^:*{]*\w\w):([A-Za-z_]\w*)$/;
/** A placeholder for several segments that isn't the whole end of the path. */
const INNER_WILDCARD = /[^/[]\{[^{}]+:\.\*\}|:\.\*\}(?!\]*$)/;

/**
 * Converts a path of Express 4 or 5 to Fw: `/users[/{id}]` for `/users{/:id}`, `/files/{rest:.*}` for `/files/*`.
 *
 * @throws PathError when Fw has no such path
 */
function withPlaceholders(path: string): string {
  if (FW_PLACEHOLDER.test(path) || !EXPRESS_PLACEHOLDER.test(path) || CUSTOM_METHOD.test(path)) return path;
  const constraints = new Map<string, string>();
  // Express 4 has constraints in parentheses, and wildcards without a name.
  const current = path
    .replaceAll(/:([A-Za-z_]\w*)\(((?:\\.|[^()\\])+)\)/g, (_, name: string, constraint: string) => {
      constraints.set(name, constraint);
      return `:${name}`;
    })
    .replaceAll(/(?<=\/)\*\*?(?=\/|$)/g, '*rest');
  let tokens: readonly Token[];
  try {
    ({ tokens } = parse(current));
  } catch {
    // The framework reports the error when it parses the path.
    return path;
  }
  const converted = pathOf(tokens, constraints);
  if (!INNER_WILDCARD.test(converted)) return converted;
  throw new PathError(`In "${path}", a wildcard must be the whole last segment, as in /files/*path.`);
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

/** A sentence for each path that `withPlaceholders` changes, or that has a colon in its text. */
export function convertedPaths({ path }: Answers): string[] {
  return listOf(path, '\n').flatMap((line) => {
    const requested = splitMethods(line).rest;
    const converted = withPlaceholders(requested);
    const [, before, word] = CUSTOM_METHOD.exec(requested) ?? [];
    if (word !== undefined)
      return `":${word}" in ${requested} is text. Write ${before}{${word}} for a placeholder.`;
    if (converted === requested) return [];
    return `${requested} is ${converted} in Fw, which writes a placeholder in braces.`;
  });
}

export function isSingle({ path }: Answers): boolean {
  return listOf(path, '\n').length < 2;
}

/** The whole path of a route in a group. */
export function wholePath(group: string, path: string): string {
  return group !== '' && path === '/' ? group : group + path;
}

/** @throws PathError with the framework's reason why the path or a constraint is invalid */
export async function readRequested(
  project: GeneratedProject,
  requested: RequestedRoute,
  group: string,
  tokens: Readonly<Record<string, string>>,
): Promise<ReadRoute> {
  const whole = wholePath(group, requested.path);
  const { placeholders } = await readRoutePath(project, { path: whole });
  const known = Object.entries(tokens).filter(([name]) => placeholders.some((each) => each.name === name));
  const pattern = await readRoutePath(project, {
    path: whole,
    ...(known.length > 0 && { tokens: Object.fromEntries(known) }),
  });
  const outer = group === '' ? [] : (await readRoutePath(project, { path: group })).placeholders;
  const own = pattern.placeholders.filter(({ name }) => !outer.some((each) => each.name === name));
  return { ...requested, ...pattern, own };
}

/** A class name created from method and path, such as `CreatePost` for POST /post and `ShowPost` for GET /post/{id}. */
export async function defaultClass(
  project: GeneratedProject,
  requested: RequestedRoute,
  group: string,
): Promise<string> {
  const { own, placeholders } = await readRequested(project, requested, group, {});
  const [method = 'GET'] = requested.methods ?? [];
  const isOne = own.some(({ optional }) => !optional);
  const verb = VERBS[method] ?? (isOne ? 'show' : '');
  const words = wordsOf(requested.path, own);
  const all = words.length > 0 ? words : wordsOf(wholePath(group, requested.path), placeholders);
  const name = [verb, ...all].join(' ').trim();
  return pascalCase(name === '' ? 'home' : name).replace(/^\d/, 'Route$&');
}

function methodsIn(text: string): string[] | undefined {
  const methods = [...new Set(listOf(text).map((method) => method.toUpperCase()))];
  return methods.length === 1 && methods[0] === 'ANY' ? undefined : methods;
}

/** A route's path, parsed by the framework. */
export type RoutePattern = Exclude<PathReport, { readonly error: string }>;

/** A path or a constraint is invalid, or the project's packages aren't installed. */
class PathError extends CommandError {}

/**
 * Parses a route's path with the project's own framework, in the process that inspects the project.
 *
 * @throws PathError with the framework's reason why the path or a constraint is invalid
 */
export async function readRoutePath(
  { root, inspection }: GeneratedProject,
  request: PathRequest,
): Promise<RoutePattern> {
  const { resolve } = createRequire(join(root, 'package.json'));
  try {
    for (const name of ['fw-runtime/a', 'fw-devtools']) resolve(name);
  } catch (error) {
    const reason = messageOf(error).split('\n')[0];
    throw new PathError(`The project's packages cannot be loaded, install them first: ${reason}`);
  }
  const report = await inspection.readPath(request);
  if ('error' in report) throw new PathError(report.error);
  return report;
}

/** Whether a route with this path would match a request, according to the project's own framework. */
export async function answersPath(project: GeneratedProject, path: string, sent: string): Promise<boolean> {
  return (await readRoutePath(project, { path, sent })).matches;
}

/** The reason why an answer is invalid: the one that `check` returns, or that of an invalid path. */
export async function reasonWhyInvalid(
  check: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof PathError) return error.message;
    throw error;
  }
}

/** The fixed words of a path. */
export function wordsOf(path: string, placeholders: readonly PlaceholderDescription[]): string[] {
  let texts = '';
  let rest = path;
  for (const { name, restrictions } of placeholders) {
    const [restriction = ''] = restrictions;
    const open = rest.indexOf('{');
    texts += `${rest.slice(0, open)}/`;
    // A constraint may contain braces.
    const inside = rest.indexOf(restriction, rest.indexOf(name, open) + name.length);
    rest = rest.slice(rest.indexOf('}', inside + restriction.length) + 1);
  }
  const [always = ''] = (texts + rest).split('[');
  return always.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
}
