import { type CodeMap, printCode, quoted, Reference } from '../edit/code.ts';
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
  const { path, methods, name, tokens } = route;
  const value: CodeMap = {
    name,
    path,
    middleware: new Reference(className),
    ...(methods !== undefined && { allowed_methods: methods }),
    ...(Object.keys(tokens).length > 0 && { options: { tokens } }),
  };
  const isSame = (existing: unknown): boolean => isSameRoute(existing, route, className);
  const entry = { path: ['routes'], key: name, value, within: 'list', isSame } as const;
  const file = configFile(site, 'routes', feature);
  // JSON names services only.
  if (file.endsWith('.json')) registerService(site, change, { className, module }, 'invokables', feature);
  configure(site, change, file, entry, [{ name: className, from: module }]);
}

function isSameRoute(existing: unknown, { path, methods, name }: Registered, className: string): boolean {
  if (typeof existing !== 'object' || existing === null) return false;
  const other = existing as Record<string, unknown>;
  return (
    other['path'] === path &&
    codeOf(other['middleware']) === className &&
    (other['name'] === undefined || other['name'] === name) &&
    JSON.stringify(other['allowed_methods']) === JSON.stringify(methods)
  );
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
