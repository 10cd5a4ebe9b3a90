import { describe, messageOf } from './describe.ts';
import { FwError, showOnlyMessage } from './fw-error.ts';

/** An argument of a registration is not what it must be (rule R14). */
export class InvalidArgumentError extends FwError {
  static override get name(): string {
    return 'InvalidArgumentError';
  }

  constructor(argument: string, expected: string, received: unknown, hint = '', options?: ErrorOptions) {
    super(
      'FW_INVALID_ARGUMENT',
      `The argument ${argument} must be ${expected}, not ${describe(received)}.${hint}`,
      options,
    );
  }
}

/** A value that stands where a middleware must is none (rules M2, M5). Thrown when it is first invoked. */
export class InvalidMiddlewareError extends FwError {
  static override get name(): string {
    return 'InvalidMiddlewareError';
  }

  constructor(message: string, options?: ErrorOptions) {
    super('FW_INVALID_MIDDLEWARE', message, options);
  }
}

/** A middleware returned something that is no response (rules A1, B1). */
export class MissingResponseError extends FwError {
  static override get name(): string {
    return 'MissingResponseError';
  }

  /** @param advice what to do instead */
  constructor(
    middleware: string,
    method: string,
    path: string,
    received: unknown,
    advice = 'return an HttpResponse, a Response, or what the delegate returns.',
  ) {
    super(
      'FW_MISSING_RESPONSE',
      `The middleware ${middleware} answered ${method} ${path} with ${describe(received)}; ${advice}`,
    );
  }
}

/** A layer needs something of the request that no layer before it has set. */
export class MissingAttributeError extends FwError {
  static override get name(): string {
    return 'MissingAttributeError';
  }

  /** @param what is missing, such as `attribute "user"` */
  constructor(
    what: string,
    method: string,
    path: string,
    advice = 'the middleware that sets it must stand before this one in the pipeline.',
  ) {
    super('FW_MISSING_ATTRIBUTE', `The ${what} of ${method} ${path} is not set; ${advice}`);
  }
}

/** Two routes stand for the same requests, or carry the same name (rule R11). */
export class DuplicateRouteError extends FwError {
  static override get name(): string {
    return 'DuplicateRouteError';
  }

  constructor(message: string) {
    super('FW_DUPLICATE_ROUTE', message);
  }
}

/** A URI cannot be made from a route and the parameters given (rule R13). */
export class UriGenerationError extends FwError {
  static override get name(): string {
    return 'UriGenerationError';
  }

  constructor(message: string) {
    super('FW_URI_GENERATION', message);
  }
}

/** The application was built without a container. */
export class ContainerNotRegisteredError extends FwError {
  static override get name(): string {
    return 'ContainerNotRegisteredError';
  }

  constructor(problem = 'This application has no container') {
    super(
      'FW_CONTAINER_NOT_REGISTERED',
      `${problem}; pass one to AppFactory.create(container) or as the option "container".`,
    );
  }
}

/** The container has no service of this id (PSR-11: not found). */
export class ServiceNotFoundError extends FwError {
  static override get name(): string {
    return 'ServiceNotFoundError';
  }

  constructor(message: string) {
    super('FW_SERVICE_NOT_FOUND', message);
  }
}

/** The container has the service, but creating it failed (PSR-11: container exception). */
export class ServiceNotCreatedError extends FwError {
  static override get name(): string {
    return 'ServiceNotCreatedError';
  }

  constructor(message: string, options?: ErrorOptions) {
    super('FW_SERVICE_NOT_CREATED', message, options);
  }
}

/** An optional package that is needed here is not installed. */
export class MissingDependencyError extends FwError {
  static override get name(): string {
    return 'MissingDependencyError';
  }

  constructor(packageName: string, neededFor: string, options?: ErrorOptions) {
    super(
      'FW_MISSING_DEPENDENCY',
      `${neededFor} needs the package "${packageName}", which is not installed: run "npm install ${packageName}".`,
      options,
    );
  }
}

/** Something was asked for that this runtime, or this bundle, does not have. */
export class UnsupportedRuntimeError extends FwError {
  static override get name(): string {
    return 'UnsupportedRuntimeError';
  }

  /**
   * @param needs such as `Node, Bun or Deno`
   * @param advice what to do here instead
   */
  constructor(what: string, needs: string, advice: string) {
    super('FW_UNSUPPORTED_RUNTIME', `${what} needs ${needs}; ${advice}.`);
  }
}

/** With `debug`: what a route answered is not what its contract says. */
export class BrokenContractError extends FwError {
  static override get name(): string {
    return 'BrokenContractError';
  }

  /** @param fault as the end of a sentence that begins with the contract */
  constructor(route: string, status: number, fault: string) {
    super('FW_BROKEN_CONTRACT', `The route "${route}" answered ${status}, but its contract ${fault}.`);
  }
}

/** One fault of the configuration: where it stands, what was expected there and what was found. */
export interface ConfigFault {
  readonly file?: string | undefined;
  readonly path: string;
  readonly expected: string;
  readonly received: string;
  /** What a schema or a converter of the site says, where that is what has refused the value; `expected` is the same. */
  readonly message?: string | undefined;
  /** What was thrown, where the fault is that a file does not load. */
  readonly error?: unknown;
}

const EMPTY: unique symbol = Symbol.for('fw-runtime.empty-variables');

/** The variables of the environment that `env()` gave as an empty string; process-wide, like the environment itself. */
function emptyVariables(): Set<string> {
  const owner = globalThis as { [EMPTY]?: Set<string> };
  return (owner[EMPTY] ??= new Set());
}

/** Notes whether `env()` gave a variable as an empty string, so that an error about an empty secret can name the variable. */
export function noteEmptyVariable(name: string, isEmpty: boolean): void {
  if (isEmpty) emptyVariables().add(name);
  else emptyVariables().delete(name);
}

function emptyVariablesFor(faults: readonly ConfigFault[]): string {
  const names = [...emptyVariables()].map((name) => `process.env.${name}`);
  // As a key, an empty string ends the path.
  const isEmpty = faults.some(
    ({ path, received }) => path.endsWith('.') || /^""$|\b0 (?:bytes|characters)\b/.test(received),
  );
  if (!isEmpty || names.length === 0) return '';
  return `\nNot set, or empty: ${names.join(', ')}.`;
}

/** The configuration is malformed; the message lists every fault (rule C4). */
export class ConfigError extends FwError {
  static override get name(): string {
    return 'ConfigError';
  }

  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super('FW_CONFIG', `The configuration has ${listOf(faults.map(tellFault))}${emptyVariablesFor(faults)}`);
    this.faults = faults;
    showOnlyMessage(this);
  }
}

/** What cannot be made of what stands as middleware, and where it stands. */
export interface MiddlewareFault {
  readonly name: string;
  /** Such as `the route "ping" (/ping)`. */
  readonly place: string;
  readonly error: unknown;
}

/** With `server.eager`: services or classes that stand as middleware cannot be made; the message lists each once. */
export class UnresolvedMiddlewareError extends FwError {
  static override get name(): string {
    return 'UnresolvedMiddlewareError';
  }

  readonly faults: readonly MiddlewareFault[];

  constructor(faults: readonly MiddlewareFault[]) {
    const places = new Map<string, string[]>();
    for (const { name, place, error } of faults) {
      const fault = `${name}: ${messageOf(error)}`;
      places.set(fault, [...(places.get(fault) ?? []), place]);
    }
    const lines = Array.from(places, ([fault, [first, ...others]]) => {
      const more = others.length === 0 ? '' : ` and ${others.length} more`;
      return `${first}${more}, ${fault}`;
    });
    super('FW_UNRESOLVED_MIDDLEWARE', `The middleware has ${listOf(lines)}`);
    this.faults = faults;
    showOnlyMessage(this);
  }
}

/** What is told of a fault, on one line. */
export function tellFault({ file, path, expected, received, message }: ConfigFault): string {
  const what = message?.replace(/\.$/, '') ?? `expected ${expected}`;
  return `${[file, path, what].filter(Boolean).join(': ')}, received ${received}`;
}

function listOf(faults: readonly string[]): string {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  return `${count}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`;
}
