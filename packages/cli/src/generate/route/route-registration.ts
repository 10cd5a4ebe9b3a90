import { CommandError } from '#command-line/errors';
import { nameInGroups } from '../../edit/call-groups.ts';
import { Call, type Code, type CodeMap, printCode, quoted, Reference } from '../../edit/code.ts';
import type { ConfigEntry } from '../../edit/config-edit.ts';
import { nameInConfig } from '../../edit/groups.ts';
import { understood } from '../../edit/syntax.ts';
import type { TextStyle } from '../../edit/text-style.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from '../engine/change.ts';
import { registerService } from '../engine/class-files.ts';
import { codeOf, configFile, configure } from '../engine/config-files.ts';
import type { Guards } from '../engine/guards.ts';
import type { CreatedClass } from '../engine/make-class.ts';
import { registerByCall } from '../engine/pipeline-entry.ts';

const SHORTCUT_METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const ROUTES_BY_CALLS = 'config/routes.ts';

/** A route to register. */
export interface Registered {
  /** The path within its group. */
  readonly path: string;
  readonly methods: readonly string[] | undefined;
  readonly name: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** The whole prefix of its group; empty for none. */
  readonly group: string;
  readonly guards: Pick<Guards, 'code' | 'imports'>;
}

/** The name of a route, with the prefix from its groups. */
export function wholeName(
  project: Project,
  change: Change,
  { group, name, feature }: { readonly group: string; readonly name: string; readonly feature: string },
): string {
  if (group === '') return name;
  const file = project.layout === 'programmatic' ? ROUTES_BY_CALLS : configFile(project, 'routes', feature);
  const text = change.read(file);
  if (text === undefined) return name;
  const nameIn = project.layout === 'programmatic' ? nameInGroups : nameInConfig;
  // The registration reports a file that isn't understood, with the steps to do by hand.
  return (understood(() => nameIn(text, file, group)) ?? '') + name;
}

/**
 * Registers a route: in the configuration, or by a call.
 *
 * @throws CommandError when the configuration is JSON, which can't express the route
 */
export function registerRoute(
  project: Project,
  change: Change,
  { className, module }: Pick<CreatedClass, 'className' | 'module'>,
  route: Registered,
  feature: string,
): void {
  const { group, guards } = route;
  const handler = { name: className, from: module };
  if (project.layout === 'programmatic') {
    const print = (style: TextStyle): string =>
      printCall(route, printCode(middlewareOf(route, className), style, ''), style);
    const imports = [...guards.imports, handler];
    registerByCall(change, ROUTES_BY_CALLS, { imports, print, ...(group !== '' && { group }) });
    return;
  }
  const file = configFile(project, 'routes', feature);
  if (file.endsWith('.json')) {
    rejectInJson(file, route);
    // JSON can only name services.
    registerService(project, change, { className, module }, 'invokables', feature);
  }
  configure(project, change, file, routeEntry(file, route, className), [
    { name: 'route', from: project.runtime },
    ...(group === '' ? [] : [{ name: 'group', from: project.runtime }]),
    ...guards.imports,
    handler,
  ]);
}

/**
 * Registers the routes of a resource: in the configuration, or by a call.
 *
 * @param routes the constant with the routes, and its module
 * @throws CommandError when the configuration is JSON, which can't import the routes
 */
export function registerResource(
  project: Project,
  change: Change,
  routes: { readonly name: string; readonly module: string },
  { group, guards }: Pick<Registered, 'group' | 'guards'>,
  feature: string,
): void {
  const imported = { name: routes.name, from: routes.module };
  const hasGuards = guards.code.length > 0;
  const options = { middleware: guards.code };
  if (project.layout === 'programmatic') {
    const print = (style: TextStyle): string =>
      hasGuards
        ? `.group('/', (guarded) => guarded.add(${routes.name}), ${printCode(options, style, '')})`
        : `.add(${routes.name})`;
    const imports = [...guards.imports, imported];
    registerByCall(change, ROUTES_BY_CALLS, { imports, print, ...(group !== '' && { group }) });
    return;
  }
  const file = configFile(project, 'routes', feature);
  if (file.endsWith('.json')) {
    throw new CommandError(
      `${file} is JSON, which can't import a resource: pass a --feature, whose file is TypeScript.`,
    );
  }
  const own = new Reference(routes.name);
  const entry: ConfigEntry = {
    path: ['routes'],
    key: routes.name,
    value: hasGuards ? new Call('group', '/', options, [own]) : own,
    within: 'list',
    ...(group !== '' && { group }),
  };
  configure(project, change, file, entry, [
    ...(group === '' && !hasGuards ? [] : [{ name: 'group', from: project.runtime }]),
    ...guards.imports,
    imported,
  ]);
}

function rejectInJson(file: string, { group, guards }: Registered): void {
  const [guard] = guards.imports;
  if (group === '' && guard === undefined) return;
  const reason = guard === undefined ? 'has no groups' : `names services only, and ${guard.name} isn't one`;
  throw new CommandError(`${file} is JSON, which ${reason}: pass a --feature, whose file is TypeScript.`);
}

/** A route as an entry of a configuration file. */
export function routeEntry(file: string, route: Registered, className: string): ConfigEntry {
  return {
    path: ['routes'],
    key: route.name,
    value: file.endsWith('.json') ? plainRoute(route, className) : routeCall(route, className),
    within: 'list',
    isSame: (existing) => isSameRoute(existing, route, className),
    ...(route.group !== '' && { group: route.group }),
  };
}

function middlewareOf({ guards }: Registered, className: string): Code {
  const handler = new Reference(className);
  return guards.code.length === 0 ? handler : [...guards.code, handler];
}

/** `route('GET', '/post/{id}', ShowPost, { name: 'show-post' })`. */
function routeCall(route: Registered, className: string): Call {
  const { path, methods, name, tokens } = route;
  const [only = 'ANY', ...others] = methods ?? [];
  const method = others.length === 0 ? only : [only, ...others];
  return new Call('route', method, path, middlewareOf(route, className), { name, ...optionsOf(tokens) });
}

/** A route as an object, for files that can't contain calls. */
function plainRoute(route: Registered, className: string): CodeMap {
  const { path, methods, name, tokens } = route;
  const options = optionsOf(tokens);
  return {
    name,
    path,
    middleware: middlewareOf(route, className),
    ...(methods !== undefined && { allowed_methods: methods }),
    ...('tokens' in options && { options }),
  };
}

function optionsOf(tokens: Registered['tokens']): { readonly tokens?: Registered['tokens'] } {
  return Object.keys(tokens).length === 0 ? {} : { tokens };
}

function isSameRoute(existing: unknown, route: Registered, className: string): boolean {
  const { path, methods, name, guards } = route;
  const other = readRoute(existing);
  const runs = [other['middleware']].flat().map(codeOf);
  const wanted = [...guards.code.map((code) => (typeof code === 'string' ? code : code.code)), className];
  return (
    other['path'] === path &&
    JSON.stringify(runs) === JSON.stringify(wanted) &&
    (other['name'] === undefined || other['name'] === name) &&
    JSON.stringify(other['allowed_methods']) === JSON.stringify(methods)
  );
}

/** A route of a configuration file as an object, whether it is written as an object or a call. */
function readRoute(existing: unknown): Readonly<Record<string, unknown>> {
  if (typeof existing !== 'object' || existing === null) return {};
  const { call, arguments: given } = existing as { call?: unknown; arguments?: readonly unknown[] };
  if (call !== 'route' || given === undefined) return { ...existing };
  const [method, path, middleware, options] = given;
  return {
    path,
    middleware,
    ...(method !== 'ANY' && { allowed_methods: [method].flat() }),
    ...(typeof options === 'object' && { name: Reflect.get({ ...options }, 'name') }),
  };
}

function printCall(
  { path, methods, name, tokens }: Registered,
  middleware: string,
  style: TextStyle,
): string {
  const [only = ''] = methods ?? [];
  const options = Object.keys(tokens).length === 0 ? '' : `.setOptions(${printCode({ tokens }, style, '')})`;
  const shared = `${quoted(path, style)}, ${middleware}`;
  const named = quoted(name, style);
  if (methods === undefined) return `.any(${shared}, ${named})${options}`;
  if (methods.length === 1 && SHORTCUT_METHODS.has(only)) {
    return `.${only.toLowerCase()}(${shared}, ${named})${options}`;
  }
  return `.route(${shared}, ${printCode(methods, style, '')}, ${named})${options}`;
}
