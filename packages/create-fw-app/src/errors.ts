/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error that is told to the user without a stack; `exitCode` is what the process ends with, 1 unless a subclass differs. */
export class CommandError extends Error {
  readonly exitCode: number = 1;

  /** What `--json` prints instead of an answer; a subclass adds what programs should know of it. */
  toJSON(): object {
    return { error: this.message };
  }
}

/** The command line is at fault: an unknown flag, a missing answer, a target that is in use. */
export class UsageError extends CommandError {
  override readonly exitCode: number = 2;
}

/** An answer that is missing, as `--json` prints it. */
export type Need =
  | { readonly argument: string; readonly example: string }
  | { readonly flag: string; readonly choices?: readonly string[] };

/** Answers are missing, and nobody can be asked for them. */
export class MissingAnswersError extends UsageError {
  readonly needs: readonly Need[];

  constructor(message: string, needs: readonly Need[]) {
    super(message);
    this.needs = needs;
  }

  override toJSON(): object {
    return { ...super.toJSON(), needs: this.needs };
  }
}

/** The signals that end the run, with the exit code that says so. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Ctrl-C, Esc, the end of input at a question, or a signal. */
export class CancelledError extends CommandError {
  override readonly exitCode: number;

  constructor(message: string = 'Cancelled: nothing was written.', exitCode: number = SIGNAL_CODES.SIGINT) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The site is in place, but a later step failed or was cancelled. */
export class UnfinishedError extends CommandError {
  override readonly exitCode: number;
  readonly #site: object;

  /** @param site what `--json` prints of the site, beside the error */
  constructor(message: string, site: object, exitCode: number = 1) {
    super(message);
    this.#site = site;
    this.exitCode = exitCode;
  }

  override toJSON(): object {
    return { ...this.#site, error: this.message };
  }
}
