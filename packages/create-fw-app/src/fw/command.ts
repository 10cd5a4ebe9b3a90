import type { Flag } from '../command-line/flag.ts';
import type { Output } from '../command-line/output.ts';
import type { Inspecting } from './inspect/site-inspection.ts';

/** What a command is run with. */
export interface Run extends Inspecting {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly process: NodeJS.Process;
  readonly output: Output;
}

/** What help and completion show of a command, or of one of its kinds. */
export interface Described {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** What to type. */
  readonly examples: readonly string[];
}

/** A command of `fw`. */
export interface Command extends Described {
  /** What may stand behind the name, as in `[filter]`. */
  readonly usage: string;
  /** Its subcommands with flags of their own. */
  readonly kinds?: readonly Described[];
  /** Other words that completion offers behind its name. */
  readonly words?: readonly string[];
  /** How many positional arguments it takes; none when absent. */
  wordCount?(args: readonly string[]): number;
  /** @returns the exit code */
  run(run: Run): Promise<number>;
}
