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
 * Makes Node print only the message of an error that nobody catches. Call it for errors whose message says everything, such as
 * a list of configuration errors, which a stack trace would push off the screen.
 */
export function showOnlyMessage<T extends FwError>(error: T): T {
  error.stack = `${error.name}: ${error.message}`;
  for (const key of Object.keys(error)) Object.defineProperty(error, key, { enumerable: false });
  return error;
}
