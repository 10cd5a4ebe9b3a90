import { Call, type CodeMap, printCode, quoted, Reference } from '../edit/code.ts';
import type { ConfigEntry } from '../edit/config-edit.ts';
import type { TextStyle } from '../edit/text-style.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import { registerService } from './class-files.ts';
import { codeOf, configFile, configure } from './config-files.ts';
import type { MadeClass } from './make-class.ts';
import { registerByCall } from './register-by-call.ts';

const shortcuts = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const routesByCalls = 'config/routes.ts';

/** A route as it is to be registered. */
export interface Registered {
  readonly path: string;
  readonly methods: readonly string[] | undefined;
  readonly name: string;
  readonly tokens: Readonly<Record<string, string>>;
}

/** Registers a route: in the configuration, or by a call. */
export function registerRoute(
  site: Site,
  change: Change,
  { className, module }: MadeClass,
  route: Registered,
  feature: string,
): void {
  if (site.form === 'programmatic') {
    const print = (style: TextStyle): string => printCall(route, className, style);
    registerByCall(change, routesByCalls, { imported: { name: className, from: module }, print });
    return;
  }
  const file = configFile(site, 'routes', feature);
  // JSON names services only.
  if (file.endsWith('.json')) registerService(site, change, { className, module }, 'invokables', feature);
  const entry = routeEntry(file, route, className);
  configure(site, change, file, entry, [
    { name: 'route', from: site.runtime },
    { name: className, from: module },
  ]);
}

/** A route as it stands in a configuration file. */
export function routeEntry(file: string, route: Registered, className: string): ConfigEntry {
  return {
    path: ['routes'],
    key: route.name,
    value: file.endsWith('.json') ? plainRoute(route, className) : routeCall(route, className),
    within: 'list',
    isSame: (existing) => isSameRoute(existing, route, className),
  };
}

/** `route('GET', '/post/{id}', ShowPost, { name: 'show-post' })`. */
function routeCall({ path, methods, name, tokens }: Registered, className: string): Call {
  const [only = 'ANY', ...others] = methods ?? [];
  const method = others.length === 0 ? only : [only, ...others];
  return new Call('route', method, path, new Reference(className), { name, ...optionsOf(tokens) });
}

/** The same as a map, for files in which nothing can be called. */
function plainRoute({ path, methods, name, tokens }: Registered, className: string): CodeMap {
  const options = optionsOf(tokens);
  return {
    name,
    path,
    middleware: className,
    ...(methods !== undefined && { allowed_methods: methods }),
    ...('tokens' in options && { options }),
  };
}

function optionsOf(tokens: Registered['tokens']): { readonly tokens?: Registered['tokens'] } {
  return Object.keys(tokens).length === 0 ? {} : { tokens };
}

function isSameRoute(existing: unknown, { path, methods, name }: Registered, className: string): boolean {
  const other = readRoute(existing);
  return (
    other['path'] === path &&
    codeOf(other['middleware']) === className &&
    (other['name'] === undefined || other['name'] === name) &&
    JSON.stringify(other['allowed_methods']) === JSON.stringify(methods)
  );
}

/** A route of a configuration file, in either form, as a map. */
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
  if (methods.length === 1 && shortcuts.has(only)) {
    return `.${only.toLowerCase()}(${shared}, ${named})${options}`;
  }
  return `.route(${shared}, ${printCode(methods, style, '')}, ${named})${options}`;
}
