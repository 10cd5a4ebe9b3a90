/** A file is written in a way in which nothing can be inserted safely. */
export class NotUnderstoodError extends Error {
  readonly file: string;
  readonly reason: string;

  constructor(file: string, reason: string) {
    super(`${file} was not understood: ${reason}.`);
    this.file = file;
    this.reason = reason;
  }
}

/** The name or the key is in use for something else. */
export class TakenError extends Error {}
