import { describe } from './describe.ts';

/**
 * The base of every error that the framework throws. `code` is stable across releases (`FW_…`) and meant for programs.
 * `message` is one sentence for people that names the value, its location and the fix.
 *
 * @example if (error instanceof FwError && error.code === 'FW_BODY_USED') return undefined;
 */
export class FwError extends Error {
  /** The name of the class as a literal, because minifiers rename classes. */
  static override readonly name: string = 'FwError';

  /** The code of the error, such as `FW_INVALID_ARGUMENT`. The reference of error codes explains each. */
  readonly code: string;

  /**
   * Creates an error with a code.
   *
   * @param code a code in upper case, such as `APP_OUT_OF_STOCK` for an error of your own
   * @param message one sentence for people
   * @param options the `cause`; none when absent
   */
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

  /**
   * Creates the error for an argument. The message is "The argument … must be …, not …."
   *
   * @param argument the name of the argument, such as `status`
   * @param expected the expected value in words, such as `an integer from 0`
   * @param received the value that was passed; which the message describes briefly
   * @param hint a sentence to append, with a space in front; none when absent
   * @param options the `cause`; none when absent
   */
  constructor(argument: string, expected: string, received: unknown, hint = '', options?: ErrorOptions) {
    super(
      'FW_INVALID_ARGUMENT',
      `The argument ${argument} must be ${expected}, not ${describe(received)}.${hint}`,
      options,
    );
  }
}

/** A middleware value can't be called (rules M2, M5). It is thrown when the value is first used. */
export class InvalidMiddlewareError extends FwError {
  static override readonly name: string = 'InvalidMiddlewareError';

  /**
   * Creates the error.
   *
   * @param message one sentence that names the value and the fix
   * @param options the `cause`; none when absent
   */
  constructor(message: string, options?: ErrorOptions) {
    super('FW_INVALID_MIDDLEWARE', message, options);
  }
}

/** A middleware returned a value that is not a response (rules A1, B1). */
export class MissingResponseError extends FwError {
  static override readonly name: string = 'MissingResponseError';

  /**
   * Creates the error for a middleware.
   *
   * @param middleware the name of the middleware
   * @param method the method of the request
   * @param path the path of the request
   * @param received the value that the middleware returned
   * @param advice the fix, as the end of a sentence; about returning a response when absent
   */
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

  /**
   * Creates the error for an attribute.
   *
   * @param what the missing attribute, such as `attribute "user"`
   * @param method the method of the request
   * @param path the path of the request
   * @param advice the fix, as the end of a sentence; about registering middleware when absent
   */
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

  /**
   * Creates the error.
   *
   * @param message one line for each pair of routes
   */
  constructor(message: string) {
    super('FW_DUPLICATE_ROUTE', message);
  }
}

/** A URI cannot be generated from a route and its parameters (rule R13). */
export class UriGenerationError extends FwError {
  static override readonly name: string = 'UriGenerationError';

  /**
   * Creates the error.
   *
   * @param message one sentence that names the route and the parameter
   */
  constructor(message: string) {
    super('FW_URI_GENERATION', message);
  }
}

/** The application has no container, and something needs a service. */
export class ContainerNotRegisteredError extends FwError {
  static override readonly name: string = 'ContainerNotRegisteredError';

  /**
   * Creates the error.
   *
   * @param problem the first part of the message; "This application has no container" when absent
   */
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

  /**
   * Creates the error.
   *
   * @param message one sentence that names the service
   */
  constructor(message: string) {
    super('FW_SERVICE_NOT_FOUND', message);
  }
}

/** The container has the service, but creating it failed (PSR-11: container exception). */
export class ServiceNotCreatedError extends FwError {
  static override readonly name: string = 'ServiceNotCreatedError';

  /**
   * Creates the error.
   *
   * @param message one sentence that names the service and the problem
   * @param options the error of the factory as `cause`; none when absent
   */
  constructor(message: string, options?: ErrorOptions) {
    super('FW_SERVICE_NOT_CREATED', message, options);
  }
}

/** A service of `dependencies.start` was created, but its `start()` failed. */
export class ServiceNotStartedError extends FwError {
  static override readonly name: string = 'ServiceNotStartedError';

  /**
   * Creates the error.
   *
   * @param message one sentence that names the service and the problem
   * @param options the error of `start()` as `cause`; none when absent
   */
  constructor(message: string, options?: ErrorOptions) {
    super('FW_SERVICE_NOT_STARTED', message, options);
  }
}

/** A command was called with a wrong name or flag; a command may throw it too. The exit code is then 2. */
export class UsageError extends FwError {
  static override readonly name: string = 'UsageError';

  /**
   * Creates the error.
   *
   * @param message one sentence that names the flag and the problem
   */
  constructor(message: string) {
    super('FW_USAGE', message);
  }
}

/** An optional package that is needed here is not installed. */
export class MissingDependencyError extends FwError {
  static override readonly name: string = 'MissingDependencyError';

  /**
   * Creates the error for a package. The message has the command that installs it.
   *
   * @param packageName the name of the package, as npm knows it
   * @param neededFor the feature that needs it, such as `fw-middleware/jwt`
   * @param options the error of the import as `cause`; none when absent
   */
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
   * Creates the error for a feature.
   *
   * @param what the feature, such as `run()`
   * @param needs the requirement, such as `Node, Bun or Deno`
   * @param advice an alternative on this runtime, as the end of a sentence
   */
  constructor(what: string, needs: string, advice: string) {
    super('FW_UNSUPPORTED_RUNTIME', `${what} needs ${needs}; ${advice}.`);
  }
}

/** The response of a route doesn't match its contract. It is thrown with `check_responses`, which `debug` turns on. */
export class BrokenContractError extends FwError {
  static override readonly name: string = 'BrokenContractError';

  /**
   * Creates the error for a response.
   *
   * @param route the name of the route
   * @param status the status of the response
   * @param problem the end of a sentence that begins with the contract
   */
  constructor(route: string, status: number, problem: string) {
    super('FW_BROKEN_CONTRACT', `The route "${route}" returned ${status}, but its contract ${problem}.`);
  }
}
