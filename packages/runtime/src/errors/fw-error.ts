/**
 * The base of every error that the framework throws.
 *
 * `code` is stable across releases (`FW_…`) and meant for programs; `message` is one sentence for people
 * that names the value, where it stands, and what to change. Classes that users name, as errors are by `name` and services
 * by their class, have it as a literal, because minifiers rename classes.
 */
export class FwError extends Error {
  static override get name(): string {
    return 'FwError';
  }

  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/**
 * Makes Node print no more of an error than its message when nobody catches it: for those that tell all in it, as what is
 * wrong with a site's configuration, so that frames and fields would only hide it.
 */
export function showOnlyMessage<T extends FwError>(error: T): T {
  error.stack = `${error.name}: ${error.message}`;
  for (const key of Object.keys(error)) Object.defineProperty(error, key, { enumerable: false });
  return error;
}
