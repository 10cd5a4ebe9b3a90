import type { DependencyConfig } from '../container/dependency-config.ts';
import type { ConfigFault } from '../errors/config-error.ts';
import { describe, findNothingGiven } from '../errors/describe.ts';
import { didYouMean } from '../errors/nearest.ts';
import { canonicalPath } from '../http/canonical-path.ts';
import { EXPECTED_RENDERER, isErrorRenderer } from '../http/error-renderer.ts';
import { isMethodList, Route, type RouteOptions } from '../router/route.ts';
import type {
  Config,
  ErrorsConfig,
  OpenApiConfig,
  PolicyConfig,
  RouteConfig,
  ServerConfig,
  WebSocketConfig,
} from './config.ts';
import { isConfigMap } from './merge.ts';
import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from './pipeline-constants.ts';
import { EXPECTED_DELAY, isShutdownDelay } from './shutdown-delay.ts';

/** What of the check depends on the variant. */
export interface CheckOptions {
  /** Whether entries may have the flag `error`. */
  readonly errorFlag: boolean;
  /** Whether other files may still complete what stands in a map; false when absent. */
  readonly partial?: boolean;
}

/** While the variant is not known, as when a file is loaded; the application's factory checks the whole once more. */
export const ANY_VARIANT: CheckOptions = { errorFlag: true, partial: true };

type Tell = (path: string, expected: string, received: string) => void;
/** Tells what is wrong with a value, which stands at a key path. */
type Check = (value: unknown, path: string, tell: Tell) => void;
/** A check for each key of a type, so that a new key without a check doesn't compile. */
type Checks<T> = Readonly<Record<keyof T, Check>>;

const MAP = must('a map', isConfigMap);
const TEXT = optional(must('text', isText));
const LIMIT = optional(
  must('a number that is not negative', (value) => typeof value === 'number' && value >= 0),
);
const PORT = must(
  'an integer from 0 to 65535',
  (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
);

const WORKERS = must(
  '"auto" or an integer of at least 1',
  (value) => value === 'auto' || (Number.isInteger(value) && (value as number) > 0),
);

const DEBUG = must('true, false or "everyone"', (value) => isFlag(value) || value === 'everyone');

const ERRORS = fields({
  render: optional(must(EXPECTED_RENDERER, isErrorRenderer)),
} satisfies Checks<ErrorsConfig>);

const SERVER = fields({
  host: TEXT,
  port: optional(PORT),
  document_root: TEXT,
  eager: optional(must('true or false', isFlag)),
  workers: optional(WORKERS),
  body_limit: LIMIT,
  field_limit: LIMIT,
  shutdown_timeout: LIMIT,
  shutdown_delay: optional(must(EXPECTED_DELAY, isShutdownDelay)),
  headers_timeout: LIMIT,
  request_timeout: LIMIT,
  websocket: optional(fields({ max_payload: LIMIT, idle_timeout: LIMIT } satisfies Checks<WebSocketConfig>)),
} satisfies Checks<ServerConfig>);

const OPENAPI = fields({
  info: optional(fields({ title: TEXT, version: TEXT, description: TEXT })),
  servers: optional(list(fields({ url: must('a URL, or a path such as "/"', isText), description: TEXT }))),
  converters: optional(functions('a function that makes JSON Schema of a schema')),
} satisfies Checks<OpenApiConfig>);

const NAME = must('a name', (value) => isText(value) && value !== '');
const NAMES = list(NAME);

// In a pattern "*" is a whole segment, and "**" the last one.
const PATTERN = must(
  'a pattern of paths such as "/admin/**"',
  (value) => isText(value) && /^(\/(\*|[^*?#/]*))*(\/\*\*)?$/.test(value) && value !== '',
);

function policy(mayLack: boolean): Check {
  const checkFields = fields({
    every: optional(PATTERN),
    route: optional((value, ...rest) => (Array.isArray(value) ? NAMES : NAME)(value, ...rest)),
    except: optional(NAMES),
    runs: mayLack ? optional(NAME) : NAME,
    before: optional(NAME),
  } satisfies Checks<PolicyConfig>);
  return (value, path, tell) => {
    checkFields(value, path, tell);
    if (!isConfigMap(value) || mayLack) return;
    const given = ['every', 'route'].filter((key) => value[key] !== undefined);
    if (given.length !== 1) tell(path, 'either "every" or "route"', given.join(' and ') || 'neither');
  };
}

const DEPENDENCIES = fields({
  services: optional(MAP),
  invokables: optional(functions('a class')),
  factories: optional(functions('a function or a class with a method "create"')),
  aliases: optional(MAP),
  delegators: optional(MAP),
} satisfies Checks<DependencyConfig>);

const ROUTE_PATH = must('a path such as "/post/{id}"', isText);

function route(mayLack: boolean): Check {
  const checkFields = fields({
    path: mayLack ? optional(ROUTE_PATH) : ROUTE_PATH,
    middleware: middleware(mayLack),
    allowed_methods: optional(must('a list of HTTP methods', isMethodList)),
    options: optional(MAP),
    name: optional(NAME),
  } satisfies Checks<RouteConfig>);
  return (value, path, tell) => {
    checkFields(value, path, tell);
    if (isConfigMap(value)) checkParsing(value['path'], value['options'], path, tell);
  };
}

/** A route, or the list of routes that `group` gives. */
function routeOrGroup(mayLack: boolean): Check {
  const [checkRoute, checkGrouped] = [route(mayLack), route(false)];
  return (value, path, tell) => {
    if (!Array.isArray(value)) checkRoute(value, path, tell);
    else for (const [index, item] of value.entries()) checkGrouped(item, `${path}[${index}]`, tell);
  };
}

function entry(mayLack: boolean, errorFlag: boolean): Check {
  const checkFields = fields({
    middleware: middleware(mayLack),
    path: optional(pathPrefix),
    priority: optional(must('an integer', Number.isInteger)),
    ...(errorFlag && { error: optional(must('true or false', isFlag)) }),
  });
  return (value, path, tell) => {
    if (value !== ROUTING_MIDDLEWARE && value !== DISPATCH_MIDDLEWARE) checkFields(value, path, tell);
  };
}

/**
 * Every fault of a configuration (rule C4). What stands as `middleware` is not judged: it fails when invoked.
 *
 * @param file named in the faults, where the configuration is that of one file
 */
export function findFaults(config: unknown, options: CheckOptions, file?: string): ConfigFault[] {
  const { errorFlag, partial = false } = options;
  const faults: ConfigFault[] = [];
  const tell: Tell = (path, expected, received) => faults.push({ file, path, expected, received });
  const checks = {
    debug: DEBUG,
    tracing: must('true or false', isFlag),
    errors: ERRORS,
    routes: listOrMap(routeOrGroup(false), routeOrGroup(partial)),
    middleware_pipeline: listOrMap(entry(false, errorFlag), entry(partial, errorFlag)),
    server: SERVER,
    dependencies: DEPENDENCIES,
    openapi: OPENAPI,
    policies: listOrMap(policy(false), policy(partial)),
  } satisfies Checks<Config>;
  MAP(config, '', tell);
  if (!isConfigMap(config)) return faults;
  for (const [key, check] of Object.entries(checks)) optional(check)(config[key], key, tell);
  return faults;
}

function must(expected: string, isValid: (value: unknown) => boolean): Check {
  return (value, path, tell) => {
    if (!isValid(value)) tell(path, expected, received(value));
  };
}

function optional(check: Check): Check {
  return (value, path, tell) => {
    if (value !== undefined) check(value, path, tell);
  };
}

/** A map that has no keys but these. */
function fields(checks: Readonly<Record<string, Check>>): Check {
  const keys = Object.keys(checks);
  return (value, path, tell) => {
    MAP(value, path, tell);
    if (!isConfigMap(value)) return;
    for (const key of Object.keys(value)) {
      if (keys.includes(key)) continue;
      const suggestion = didYouMean(key, keys);
      const known = `one of the keys ${keys.join(', ')}`;
      tell(`${path}.${key}`, known, `the key "${key}"${suggestion && `; ${suggestion}`}`);
    }
    for (const [key, check] of Object.entries(checks)) check(value[key], `${path}.${key}`, tell);
  };
}

function list(check: Check): Check {
  return (value, path, tell) => {
    must('a list', Array.isArray)(value, path, tell);
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`, tell);
  };
}

function listOrMap(inList: Check, inMap: Check): Check {
  return (value, path, tell) => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) inList(item, `${path}[${index}]`, tell);
    } else if (isConfigMap(value)) {
      // A symbol is what the merge takes out.
      for (const [key, item] of Object.entries(value)) {
        if (typeof item !== 'symbol') inMap(item, `${path}.${key}`, tell);
      }
    } else tell(path, 'a list or a map', received(value));
  };
}

/** A map of functions, by ids that may be symbols. */
function functions(expected: string): Check {
  const check = must(expected, (value) => typeof value === 'function');
  return (value, path, tell) => {
    MAP(value, path, tell);
    if (!isConfigMap(value)) return;
    for (const key of Reflect.ownKeys(value) as string[]) check(value[key], `${path}.${String(key)}`, tell);
  };
}

function middleware(mayLack: boolean): Check {
  return (value, path, tell) => {
    if (mayLack && (value ?? undefined) === undefined) return;
    for (const { place, found } of findNothingGiven(value)) {
      tell(`${path}${place}`, 'a middleware', received(found));
    }
  };
}

function pathPrefix(value: unknown, path: string, tell: Tell): void {
  must('a path prefix', isText)(value, path, tell);
  if (!isText(value)) return;
  try {
    canonicalPath(value);
  } catch {
    tell(path, 'a path prefix with well-formed escapes', describe(value));
  }
}

function checkParsing(path: unknown, options: unknown = {}, keyPath: string, tell: Tell): void {
  if (!isText(path) || !isConfigMap(options)) return;
  try {
    new Route(path, 'not judged').setOptions(options as RouteOptions);
  } catch (error) {
    tell(keyPath, 'a route that can be parsed', (error as Error).message);
  }
}

function received(value: unknown): string {
  return value === undefined ? 'nothing' : describe(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}
