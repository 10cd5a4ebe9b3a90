import { printCode, quoted, Reference } from '../edit/code.ts';
import type { CodeMap } from '../edit/code.ts';
import type { TextStyle } from '../edit/text-style.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import type { ClassFiles } from './class-files.ts';
import { configFile, configure } from './config-files.ts';
import { registerByCall } from './register-by-call.ts';

const shortcuts = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const routesByCalls = 'config/routes.ts';

/** A route as it is to be registered. */
export interface Registered {
  readonly path: string;
  readonly methods: readonly string[] | undefined;
  readonly name: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** Whether it is named as a service, because it cannot be made without arguments. */
  readonly isService: boolean;
}

/** Registers a route: in the configuration, or by a call. */
export function registerRoute(
  site: Site,
  change: Change,
  files: ClassFiles,
  registered: Registered,
  feature: string,
): void {
  if (site.form === 'programmatic') addRouteCall(change, files, registered);
  else addRouteEntry(site, change, files, registered, feature);
}

function addRouteEntry(
  site: Site,
  change: Change,
  { className, module }: ClassFiles,
  { path, methods, name, tokens, isService }: Registered,
  feature: string,
): void {
  const file = configFile(site, 'routes', feature);
  const middleware = isService ? className : new Reference(className);
  const value: CodeMap = {
    name,
    path,
    middleware,
    ...(methods !== undefined && { allowed_methods: methods }),
    ...(Object.keys(tokens).length > 0 && { options: { tokens } }),
  };
  configure(
    site,
    change,
    file,
    {
      path: ['routes'],
      key: name,
      value,
      within: 'list',
      isSame: (existing) => isSameRoute(existing, path, methods, className, name),
    },
    isService ? [] : [{ name: className, from: module }],
  );
}

function isSameRoute(
  existing: unknown,
  path: string,
  methods: readonly string[] | undefined,
  className: string,
  name: string,
): boolean {
  if (typeof existing !== 'object' || existing === null) return false;
  const {
    path: otherPath,
    middleware,
    allowed_methods: others,
    name: otherName,
  } = existing as Record<string, unknown>;
  const code =
    typeof middleware === 'string' ? middleware : (middleware as { code?: string } | undefined)?.code;
  return (
    otherPath === path &&
    code === className &&
    (otherName === undefined || otherName === name) &&
    JSON.stringify(others) === JSON.stringify(methods)
  );
}

function addRouteCall(
  change: Change,
  { className, module }: ClassFiles,
  { path, methods, name, tokens, isService }: Registered,
): void {
  const print = (style: TextStyle): string => {
    const middleware = isService ? quoted(className, style) : className;
    const [only] = methods ?? [];
    const options =
      Object.keys(tokens).length === 0 ? '' : `.setOptions(${printCode({ tokens }, style, '')})`;
    const shared = `${quoted(path, style)}, ${middleware}`;
    const named = quoted(name, style);
    if (methods === undefined) return `.any(${shared}, ${named})${options}`;
    if (methods.length === 1 && only !== undefined && shortcuts.has(only)) {
      return `.${only.toLowerCase()}(${shared}, ${named})${options}`;
    }
    return `.route(${shared}, ${printCode(methods, style, '')}, ${named})${options}`;
  };
  registerByCall(change, routesByCalls, { name: className, isService, module, print });
}
