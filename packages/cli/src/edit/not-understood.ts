/** A file that can't be edited safely. */
export class NotUnderstoodError extends Error {
  readonly file: string;
  readonly reason: string;

  constructor(file: string, reason: string) {
    super(`${file} was not understood: ${reason}.`);
    this.file = file;
    this.reason = reason;
  }
}

/** The name or the key is already in use. */
export class TakenError extends Error {}
