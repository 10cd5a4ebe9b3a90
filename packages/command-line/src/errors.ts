/** The message of a thrown value of any type. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface CommandErrorOptions extends ErrorOptions {
  /** The exit code of the process; 1 when absent. */
  readonly exitCode?: number;
  /** Details for programs, which `--json` prints beside the error. */
  readonly details?: object;
}

/** An error that is printed without a stack. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly #details: object;

  constructor(message: string, { exitCode = 1, details = {}, ...options }: CommandErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode;
    this.#details = details;
  }

  /** The output of `--json` for the error. */
  toJSON(): object {
    return { error: this.message, ...this.#details };
  }
}

/** The command line is wrong: an unknown flag, a missing answer, a target that is in use. */
export class UsageError extends CommandError {
  override readonly exitCode: number = 2;
}

/** A missing answer, as `--json` prints it. */
export type Need =
  | { readonly argument: string; readonly example: string }
  | { readonly flag: string; readonly choices?: readonly string[] };

/** Answers are missing, and prompts are not possible. */
export class MissingAnswersError extends UsageError {
  readonly needs: readonly Need[];

  constructor(message: string, needs: readonly Need[]) {
    super(message, { details: { needs } });
    this.needs = needs;
  }
}

/** The signals that end the run, with their exit codes. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Cancelled by Ctrl-C, Esc, the end of input at a prompt, or a signal. */
export class CancelledError extends CommandError {
  constructor(message: string = 'Cancelled: nothing was written.', exitCode: number = SIGNAL_CODES.SIGINT) {
    super(message, { exitCode });
  }
}

/** The project is in place, but a later step failed or was cancelled. */
export class UnfinishedError extends CommandError {
  readonly #project: object;

  /** @param site the project as `--json` prints it, beside the error */
  constructor(message: string, project: object, exitCode: number = 1) {
    super(message, { exitCode });
    this.#project = project;
  }

  override toJSON(): object {
    return { ...this.#project, error: this.message };
  }
}
