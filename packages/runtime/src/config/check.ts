import type { ConfigFault } from '../error/coded-errors.ts';
import { describe } from '../error/describe.ts';
import { didYouMean } from '../error/nearest.ts';
import { findNothingGiven } from '../error/nothing-given.ts';
import { canonicalPath } from '../message/canonical-path.ts';
import { isMethodList, Route } from '../router/route.ts';
import type { RouteConfig } from './config.ts';
import { isConfigMap } from './merge.ts';
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from './pipeline-constants.ts';

const ROUTE_KEYS = ['path', 'middleware', 'allowed_methods', 'options', 'name'];
const ENTRY_KEYS = ['middleware', 'path', 'priority', 'error'];
const SERVER_LIMITS = ['body_limit', 'shutdown_timeout', 'headers_timeout', 'request_timeout'];
const SERVER_KEYS = ['host', 'port', 'document_root', ...SERVER_LIMITS];
const DEPENDENCY_KEYS = ['services', 'invokables', 'factories', 'aliases', 'delegators'];

/** What of the check depends on the variant. */
export interface CheckOptions {
  /** Whether entries may have the flag `error`. */
  readonly errorFlag: boolean;
  /** Whether other files may still complete what stands in a map; false when absent. */
  readonly partial?: boolean;
}

/** While the variant is not known, as when a file is loaded; the application's factory checks the whole once more. */
export const ANY_VARIANT: CheckOptions = { errorFlag: true, partial: true };

/**
 * Every fault of a configuration (SEMANTICS C4). What stands as `middleware` is not judged: it fails when invoked.
 *
 * @param file named in the faults, where the configuration is that of one file
 */
export function findFaults(config: unknown, options: CheckOptions, file?: string): ConfigFault[] {
  const check = new Check(file);
  if (!isConfigMap(config)) {
    check.expect(false, '', 'a map', config);
    return check.faults;
  }
  const { routes, middleware_pipeline: pipeline, debug, server, dependencies } = config;
  const isDebug = debug === undefined || typeof debug === 'boolean' || debug === 'everyone';
  check.expect(isDebug, 'debug', 'true, false or "everyone"', debug);
  const mayLack = (list: unknown): boolean => options.partial === true && !Array.isArray(list);
  checkEach(check, 'routes', routes, (route, path) => checkRoute(check, route, path, mayLack(routes)));
  checkEach(check, 'middleware_pipeline', pipeline, (entry, path) =>
    checkEntry(check, entry, path, mayLack(pipeline), options.errorFlag),
  );
  if (server !== undefined) checkServer(check, server);
  if (dependencies !== undefined) checkDependencies(check, dependencies);
  return check.faults;
}

class Check {
  readonly faults: ConfigFault[] = [];
  readonly file: string | undefined;

  constructor(file: string | undefined) {
    this.file = file;
  }

  expect(valid: boolean, path: string, expected: string, received: unknown): void {
    if (valid) return;
    const found = received === undefined ? 'nothing' : describe(received);
    this.faults.push({ file: this.file, path, expected, received: found });
  }

  map(value: unknown, path: string, keys: readonly string[]): value is Record<string, unknown> {
    this.expect(isConfigMap(value), path, 'a map', value);
    if (!isConfigMap(value)) return false;
    for (const key of Object.keys(value)) {
      const known = keys.includes(key);
      if (known) continue;
      const expected = `one of the keys ${keys.join(', ')}`;
      const suggestion = didYouMean(key, keys);
      const received = `the key "${key}"${suggestion && `; ${suggestion}`}`;
      this.faults.push({ file: this.file, path: `${path}.${key}`, expected, received });
    }
    return true;
  }
}

function checkEach(
  check: Check,
  path: string,
  list: unknown,
  checkItem: (item: unknown, path: string) => void,
): void {
  if (list === undefined) return;
  check.expect(Array.isArray(list) || isConfigMap(list), path, 'a list or a map', list);
  if (Array.isArray(list)) for (const [index, item] of list.entries()) checkItem(item, `${path}[${index}]`);
  else if (isConfigMap(list)) {
    for (const [key, item] of Object.entries(list)) {
      if (typeof item !== 'symbol') checkItem(item, `${path}.${key}`);
    }
  }
}

function checkRoute(check: Check, route: unknown, path: string, mayLack: boolean): void {
  if (!check.map(route, path, ROUTE_KEYS)) return;
  const { middleware, allowed_methods: methods, options, name } = route;
  const before = check.faults.length;
  const routePath = route['path'];
  const hasPath = typeof routePath === 'string' || (mayLack && routePath === undefined);
  check.expect(hasPath, `${path}.path`, 'a path such as "/post/{id}"', routePath);
  checkMiddleware(check, middleware, `${path}.middleware`, mayLack);
  const isList = methods === undefined || isMethodList(methods);
  check.expect(isList, `${path}.allowed_methods`, 'a list of HTTP methods', methods);
  check.expect(options === undefined || isConfigMap(options), `${path}.options`, 'a map', options);
  check.expect(
    name === undefined || (typeof name === 'string' && name !== ''),
    `${path}.name`,
    'a name',
    name,
  );
  if (check.faults.length > before || routePath === undefined) return;
  checkParsing(check, { middleware: 'not given yet', ...route } as unknown as RouteConfig, path);
}

function checkParsing(check: Check, { path, middleware, options }: RouteConfig, keyPath: string): void {
  try {
    new Route(path, middleware).setOptions(options ?? {});
  } catch (error) {
    check.faults.push({
      file: check.file,
      path: keyPath,
      expected: 'a route that can be parsed',
      received: (error as Error).message,
    });
  }
}

function checkEntry(check: Check, entry: unknown, path: string, mayLack: boolean, errorFlag: boolean): void {
  if (entry === ROUTING_MIDDLEWARE || entry === DISPATCH_MIDDLEWARE) return;
  const keys = errorFlag ? ENTRY_KEYS : ENTRY_KEYS.filter((key) => key !== 'error');
  if (!check.map(entry, path, keys)) return;
  const { middleware, priority, error } = entry;
  checkMiddleware(check, middleware, `${path}.middleware`, mayLack);
  const prefix = entry['path'];
  check.expect(prefix === undefined || typeof prefix === 'string', `${path}.path`, 'a path prefix', prefix);
  if (typeof prefix === 'string') {
    check.expect(hasSoundEscapes(prefix), `${path}.path`, 'a path prefix with well-formed escapes', prefix);
  }
  check.expect(
    priority === undefined || Number.isInteger(priority),
    `${path}.priority`,
    'an integer',
    priority,
  );
  if (errorFlag) {
    check.expect(error === undefined || typeof error === 'boolean', `${path}.error`, 'true or false', error);
  }
}

function checkServer(check: Check, server: unknown): void {
  if (!check.map(server, 'server', SERVER_KEYS)) return;
  for (const key of ['host', 'document_root']) {
    const value = server[key];
    check.expect(value === undefined || typeof value === 'string', `server.${key}`, 'text', value);
  }
  const { port } = server;
  const isPort = Number.isInteger(port) && (port as number) >= 0 && (port as number) <= 65_535;
  check.expect(port === undefined || isPort, 'server.port', 'an integer from 0 to 65535', port);
  for (const key of SERVER_LIMITS) {
    const value = server[key];
    const isSize = typeof value === 'number' && value >= 0;
    check.expect(value === undefined || isSize, `server.${key}`, 'a number that is not negative', value);
  }
}

function checkDependencies(check: Check, dependencies: unknown): void {
  if (!check.map(dependencies, 'dependencies', DEPENDENCY_KEYS)) return;
  for (const key of DEPENDENCY_KEYS) {
    const value = dependencies[key];
    check.expect(value === undefined || isConfigMap(value), `dependencies.${key}`, 'a map', value);
  }
  const { invokables, factories } = dependencies;
  checkFunctions(check, 'dependencies.invokables', invokables, 'a class');
  checkFunctions(check, 'dependencies.factories', factories, 'a function or a class with a method "create"');
}

function checkFunctions(check: Check, path: string, map: unknown, expected: string): void {
  if (!isConfigMap(map)) return;
  for (const key of Reflect.ownKeys(map) as string[]) {
    check.expect(typeof map[key] === 'function', `${path}.${String(key)}`, expected, map[key]);
  }
}

function checkMiddleware(check: Check, middleware: unknown, path: string, mayLack: boolean): void {
  if (mayLack && (middleware ?? undefined) === undefined) return;
  for (const { place, found } of findNothingGiven(middleware)) {
    check.expect(false, `${path}${place}`, 'a middleware', found);
  }
}

function hasSoundEscapes(prefix: string): boolean {
  try {
    canonicalPath(prefix);
    return true;
  } catch {
    return false;
  }
}
