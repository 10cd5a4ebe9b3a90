/**
 * The base of every error that the framework throws.
 *
 * `code` is stable across releases (`FW_…`) and meant for programs; `message` is one sentence for people
 * that names the value, where it stands, and what to change.
 */
export class FwError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}
