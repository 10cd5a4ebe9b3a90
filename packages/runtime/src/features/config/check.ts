import type { DependencyConfig } from '../../kernel/container/container-interface.ts';
import type { ConfigFault } from '../../kernel/errors/config-error.ts';
import { describe, findNothingGiven } from '../../kernel/errors/describe.ts';
import { canonicalPath } from '../../kernel/http/canonical-path.ts';
import { EXPECTED_RENDERER, isErrorRenderer } from '../../kernel/http/error-renderer.ts';
import { isMethodList, Route, type RouteOptions } from '../../kernel/router/route.ts';
import {
  type Config,
  DISPATCH_MIDDLEWARE,
  type ErrorsConfig,
  EXPECTED_DELAY,
  isShutdownDelay,
  type OpenApiConfig,
  type PolicyConfig,
  type RouteConfig,
  ROUTING_MIDDLEWARE,
  type ServerConfig,
  type WebSocketConfig,
} from '../../kernel/config.ts';
import { isConfigMap } from './merge.ts';
import {
  all,
  arrayOf,
  arrayOr,
  arrayOrObject,
  fields,
  must,
  needs,
  objectOf,
  received,
  type Report,
  type Validator,
  type Validators,
} from './validators.ts';

/** Which parts of a configuration are checked. */
export interface CheckOptions {
  /** Whether entries may have the flag `error`. */
  readonly errorFlag: boolean;
  /**
   * `file` for one file, whose objects other files may complete. `merged` for the merge of such files, which may lack
   * what no file has set. The whole configuration is checked when absent.
   */
  readonly stage?: 'file' | 'merged';
}

/** For a single file, before the variant is known. */
export const ANY_VARIANT: CheckOptions = { errorFlag: true, stage: 'file' };

const OBJECT = must('an object', isConfigMap);
const FLAG = must('true or false', (value) => typeof value === 'boolean');
const STRING = must('a string', isString);
const LIMIT = must('a number that is not negative', (value) => typeof value === 'number' && value >= 0);
const PORT = must(
  'an integer from 0 to 65535',
  (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
);
const WORKERS = must(
  '"auto" or an integer of at least 1',
  (value) => value === 'auto' || (Number.isInteger(value) && (value as number) > 0),
);
const DEBUG = must(
  'true, false or "everyone"',
  (value) => typeof value === 'boolean' || value === 'everyone',
);

const ERRORS = fields({
  render: must(EXPECTED_RENDERER, isErrorRenderer),
} satisfies Validators<ErrorsConfig>);

const SERVER = fields({
  host: STRING,
  port: PORT,
  engine: must('"native" or "node"', (value) => value === 'native' || value === 'node'),
  document_root: STRING,
  eager: FLAG,
  workers: WORKERS,
  body_limit: LIMIT,
  field_limit: LIMIT,
  strict_paths: FLAG,
  shutdown_timeout: LIMIT,
  shutdown_delay: must(EXPECTED_DELAY, isShutdownDelay),
  headers_timeout: LIMIT,
  request_timeout: LIMIT,
  websocket: fields({ max_payload: LIMIT, idle_timeout: LIMIT } satisfies Validators<WebSocketConfig>),
} satisfies Validators<ServerConfig>);

const URL_OR_PATH = 'a URL, or a path such as "/"';

const OPENAPI = fields({
  info: fields({ title: STRING, version: STRING, description: STRING }),
  servers: arrayOf(
    all(needs({ url: URL_OR_PATH }), fields({ url: must(URL_OR_PATH, isString), description: STRING })),
  ),
  converters: functions('a function that converts a schema to JSON Schema'),
} satisfies Validators<OpenApiConfig>);

const DEPENDENCIES = fields({
  services: OBJECT,
  invokables: functions('a class'),
  factories: functions('a function or a class with a method "create"'),
  aliases: OBJECT,
  delegators: OBJECT,
  start: arrayOf(
    must('the id of a service', (value) => isString(value) || ['symbol', 'function'].includes(typeof value)),
  ),
} satisfies Validators<DependencyConfig>);

const NAME = must('a name', (value) => isString(value) && value !== '');

// In a pattern "*" is a whole segment, and "**" the last one.
const PATTERN = must(
  'a pattern of paths such as "/admin/**"',
  (value) => isString(value) && /^(\/(\*|[^*?#/]*))*(\/\*\*)?$/.test(value) && value !== '',
);

const PATH = 'a path such as "/post/{id}"';
const MIDDLEWARE = 'a middleware';

const ROUTE = all(
  fields({
    path: must(PATH, isString),
    middleware: middleware,
    allowed_methods: must('an array of HTTP methods', isMethodList),
    options: OBJECT,
    name: NAME,
  } satisfies Validators<RouteConfig>),
  parsing,
);

const POLICY = fields({
  every: PATTERN,
  route: arrayOr(NAME, NAME),
  except: arrayOf(NAME),
  runs: NAME,
  before: NAME,
} satisfies Validators<PolicyConfig>);

/** The keys whose items other files may complete. */
const KEYS_OF_ITEMS = new Set(['routes', 'middleware_pipeline', 'policies']);

/**
 * Finds all errors in a configuration (rule C4). The value of `middleware` is only checked when it is first called.
 *
 * @param file named in the errors, when the configuration is that of one file
 */
export function findConfigErrors(config: unknown, options: CheckOptions, file?: string): ConfigFault[] {
  const { errorFlag, stage } = options;
  const faults: ConfigFault[] = [];
  const report: Report = (path, expected, given) =>
    void faults.push({ file, path, expected, received: given });
  const isMerged = stage === 'merged';
  const each = (checkGiven: Validator, checkMissing: Validator, isChecked = isMerged) => {
    const checkWhole = isChecked ? checkMissing : all(checkGiven, checkMissing);
    return [checkWhole, stage === 'file' ? checkGiven : checkWhole] as const;
  };
  const [route, routeChange] = each(ROUTE, needs({ path: PATH, middleware: MIDDLEWARE }));
  // A file doesn't have a variant, so that its entries may have the flags of both.
  const [entry, entryChange] = each(
    entryOf(errorFlag),
    needs({ middleware: MIDDLEWARE }),
    isMerged && errorFlag,
  );
  const [policy, policyChange] = each(POLICY, all(needs({ runs: 'a name' }), eitherOr));
  const validators = {
    debug: DEBUG,
    tracing: FLAG,
    errors: ERRORS,
    check_responses: FLAG,
    routes: arrayOrObject(arrayOr(route, route), arrayOr(route, routeChange)),
    middleware_pipeline: arrayOrObject(entry, entryChange),
    server: SERVER,
    dependencies: DEPENDENCIES,
    openapi: OPENAPI,
    policies: arrayOrObject(policy, policyChange),
  } satisfies Validators<Config>;
  OBJECT(config, '', report);
  if (!isConfigMap(config)) return faults;
  for (const [key, validator] of Object.entries(validators)) {
    const isChecked = isMerged && !KEYS_OF_ITEMS.has(key);
    if (config[key] !== undefined && !isChecked) validator(config[key], key, report);
  }
  return faults;
}

function entryOf(errorFlag: boolean): Validator {
  const checkFields = fields({
    middleware: middleware,
    path: pathPrefix,
    priority: must('an integer', Number.isInteger),
    ...(errorFlag && { error: FLAG }),
  });
  return (value, path, report) => {
    if (value !== ROUTING_MIDDLEWARE && value !== DISPATCH_MIDDLEWARE) checkFields(value, path, report);
  };
}

function eitherOr(value: unknown, path: string, report: Report): void {
  if (!isConfigMap(value)) return;
  const given = ['every', 'route'].filter((key) => value[key] !== undefined);
  if (given.length !== 1) report(path, 'either "every" or "route"', given.join(' and ') || 'neither');
}

function functions(expected: string): Validator {
  return objectOf(must(expected, (value) => typeof value === 'function'));
}

function middleware(value: unknown, path: string, report: Report): void {
  for (const { place, found } of findNothingGiven(value)) {
    report(`${path}${place}`, MIDDLEWARE, received(found));
  }
}

function pathPrefix(value: unknown, path: string, report: Report): void {
  if (!isString(value)) return report(path, 'a path prefix', received(value));
  try {
    canonicalPath(value);
  } catch {
    report(path, 'a path prefix with well-formed escapes', describe(value));
  }
}

/** Checks the path and the options of a route, which don't depend on each other. */
function parsing(value: unknown, keyPath: string, report: Report): void {
  const { path = '/', options = {} } = isConfigMap(value) ? value : {};
  if (!isString(path) || !isConfigMap(options)) return;
  try {
    new Route(path, 'not checked').setOptions(options as RouteOptions);
  } catch (error) {
    report(keyPath, 'a route that can be parsed', (error as Error).message);
  }
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
