import type { Flag } from '#command-line/flag';
import type { Output } from '#command-line/output';
import type { Inspecting } from './project/site-inspection.ts';

/** The context in which a command runs. */
export interface Run extends Inspecting {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly process: NodeJS.Process;
  readonly output: Output;
}

/** The help and completion of a command or of its subcommand. */
export interface Described {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** Example command lines. */
  readonly examples: readonly string[];
}

/** A command of `fw`. */
export interface Command extends Described {
  /** The arguments after the name, as in `[filter]`. */
  readonly usage: string;
  /** Its subcommands with flags of their own. */
  readonly kinds?: readonly Described[];
  /** Other words that completion offers after its name. */
  readonly words?: readonly string[];
  /** Whether it passes its arguments to a program of the project, so that only `--help` directly after its name is its own. */
  readonly passesArguments?: boolean;
  /** A sentence below the subcommands. */
  readonly note?: string;
  /**
   * The command with the subcommands that the project of a folder adds.
   *
   * @param args the arguments after its name; the project is not searched when they name one of `kinds`
   */
  inProject?(cwd: string, args: readonly string[]): Promise<Command>;
  /** The number of positional arguments; none when absent. */
  wordCount?(args: readonly string[]): number;
  /** @returns the exit code */
  run(run: Run): Promise<number>;
}
