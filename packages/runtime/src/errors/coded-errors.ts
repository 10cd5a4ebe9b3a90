import { describe } from './describe.ts';

/**
 * The base of every error that the framework throws.
 *
 * `code` is stable across releases (`FW_…`) and meant for programs. `message` is one sentence for people that names the value,
 * its location, and what to change. Each class has its `name` as a literal, because minifiers rename classes.
 */
export class FwError extends Error {
  static override readonly name: string = 'FwError';

  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/**
 * Makes Node print only the message of an uncaught error. Call it for errors whose message says everything, such as a list of
 * configuration errors, which a stack trace would push off the screen.
 */
export function showOnlyMessage<T extends FwError>(error: T): T {
  error.stack = `${error.name}: ${error.message}`;
  for (const key of Object.keys(error)) Object.defineProperty(error, key, { enumerable: false });
  return error;
}

/** An argument has the wrong type or value (rule R14). */
export class InvalidArgumentError extends FwError {
  static override readonly name: string = 'InvalidArgumentError';

  constructor(argument: string, expected: string, received: unknown, hint = '', options?: ErrorOptions) {
    super(
      'FW_INVALID_ARGUMENT',
      `The argument ${argument} must be ${expected}, not ${describe(received)}.${hint}`,
      options,
    );
  }
}

/** A middleware value can't be called (rules M2, M5). Thrown when it is first used. */
export class InvalidMiddlewareError extends FwError {
  static override readonly name: string = 'InvalidMiddlewareError';

  constructor(message: string, options?: ErrorOptions) {
    super('FW_INVALID_MIDDLEWARE', message, options);
  }
}

/** A middleware returned something that is not a response (rules A1, B1). */
export class MissingResponseError extends FwError {
  static override readonly name: string = 'MissingResponseError';

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
      `The middleware ${middleware} returned ${describe(received)} for ${method} ${path}; ${advice}`,
    );
  }
}

/** A middleware requires an attribute that no middleware before it has set. */
export class MissingAttributeError extends FwError {
  static override readonly name: string = 'MissingAttributeError';

  /** @param what such as `attribute "user"` */
  constructor(
    what: string,
    method: string,
    path: string,
    advice = 'register the middleware that sets it before this one.',
  ) {
    super('FW_MISSING_ATTRIBUTE', `The ${what} of ${method} ${path} is not set; ${advice}`);
  }
}

/** Two routes match the same requests, or have the same name (rule R11). */
export class DuplicateRouteError extends FwError {
  static override readonly name: string = 'DuplicateRouteError';

  constructor(message: string) {
    super('FW_DUPLICATE_ROUTE', message);
  }
}

/** A URI cannot be generated from a route and its parameters (rule R13). */
export class UriGenerationError extends FwError {
  static override readonly name: string = 'UriGenerationError';

  constructor(message: string) {
    super('FW_URI_GENERATION', message);
  }
}

/** The application was built without a container. */
export class ContainerNotRegisteredError extends FwError {
  static override readonly name: string = 'ContainerNotRegisteredError';

  constructor(problem = 'This application has no container') {
    super(
      'FW_CONTAINER_NOT_REGISTERED',
      `${problem}; pass one to AppFactory.create(container) or as the option "container".`,
    );
  }
}

/** The container has no service of this id (PSR-11: not found). */
export class ServiceNotFoundError extends FwError {
  static override readonly name: string = 'ServiceNotFoundError';

  constructor(message: string) {
    super('FW_SERVICE_NOT_FOUND', message);
  }
}

/** The container has the service, but creating it failed (PSR-11: container exception). */
export class ServiceNotCreatedError extends FwError {
  static override readonly name: string = 'ServiceNotCreatedError';

  constructor(message: string, options?: ErrorOptions) {
    super('FW_SERVICE_NOT_CREATED', message, options);
  }
}

/** An optional package that is needed here is not installed. */
export class MissingDependencyError extends FwError {
  static override readonly name: string = 'MissingDependencyError';

  constructor(packageName: string, neededFor: string, options?: ErrorOptions) {
    super(
      'FW_MISSING_DEPENDENCY',
      `${neededFor} needs the package "${packageName}", which is not installed: run "npm install ${packageName}".`,
      options,
    );
  }
}

/** The runtime or the bundle lacks a feature. */
export class UnsupportedRuntimeError extends FwError {
  static override readonly name: string = 'UnsupportedRuntimeError';

  /**
   * @param needs such as `Node, Bun or Deno`
   * @param advice an alternative on this runtime
   */
  constructor(what: string, needs: string, advice: string) {
    super('FW_UNSUPPORTED_RUNTIME', `${what} needs ${needs}; ${advice}.`);
  }
}

/** With `debug`: the response of a route doesn't match its contract. */
export class BrokenContractError extends FwError {
  static override readonly name: string = 'BrokenContractError';

  /** @param problem the end of a sentence that begins with the contract */
  constructor(route: string, status: number, problem: string) {
    super('FW_BROKEN_CONTRACT', `The route "${route}" returned ${status}, but its contract ${problem}.`);
  }
}
