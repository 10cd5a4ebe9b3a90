import type { Flag } from './arguments.ts';
import type { Output } from './output.ts';

/** What a command is run with. */
export interface Run {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly process: NodeJS.Process;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/** A command of `fw`. */
export interface Command {
  readonly name: string;
  /** What may stand behind the name, as in `[filter]`. */
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly examples: readonly string[];
  /** Further commands or kinds that may stand behind its name. */
  readonly words?: readonly string[];
  /** How many of the arguments that are no flags it takes itself; none when absent. */
  wordCount?(args: readonly string[]): number;
  /** @returns the exit code */
  run(run: Run): Promise<number>;
}
