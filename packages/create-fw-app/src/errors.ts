/** An end of the run that is told in one sentence; `exitCode` is what the process ends with, 1 unless a subclass differs. */
export class CreateError extends Error {
  readonly exitCode: number = 1;
}

/** What was typed cannot be done: an unknown flag, a missing answer, a target that is in use. */
export class UsageError extends CreateError {
  override readonly exitCode: number = 2;
}

/** Ctrl-C, Esc, the end of input at a question, or a signal. */
export class CancelledError extends CreateError {
  override readonly exitCode: number = 130;

  constructor(message: string = 'Cancelled: nothing was written.') {
    super(message);
  }
}
