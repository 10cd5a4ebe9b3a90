import type { Readable } from 'node:stream';
import type { Variant } from '#command-line/choices';
import type { Answers, Flag } from '#command-line/flag';
import { givenAnswers } from '#command-line/answers';
import type { Arguments } from '#command-line/arguments';
import { UsageError } from '#command-line/errors';
import type { Inspection } from '../../project/inspection.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from './change.ts';

/** Conditions that the changed project must meet before anything is written. */
export interface Expectation {
  readonly routes?: readonly { readonly name: string; readonly method: string; readonly path: string }[];
  readonly pipeline?: readonly string[];
  readonly services?: readonly string[];
  /** Known ids to suggest when a service is missing. */
  readonly known?: readonly string[];
  /** Sentences to print about the answers, such as what was converted. */
  readonly notes?: readonly string[];
}

/** A project that a generator changes. */
export interface GeneratedProject extends Project {
  /** Reads the paths of routes with the project's own framework. */
  readonly inspection: Pick<Inspection, 'readPath'>;
}

export interface Generator {
  readonly kind: string;
  readonly summary: string;
  /** The variant that has it; both when absent. */
  readonly variant?: Variant;
  /** The reason why a project can't use it, in one sentence; undefined when it can. */
  rejection?(project: Project): string | undefined;
  readonly questions: readonly Flag<GeneratedProject>[];
  /** Adds answers from elsewhere to the given ones, for example from a file that one of them names. */
  read?(given: Answers, cwd: string, stdin: Readable): Promise<Answers>;
  /** Whether it may add packages, which are installed unless `--no-install` is given. */
  readonly installs?: boolean;
  /** Examples without the command in front, such as `fw generate`. */
  readonly examples: readonly string[];
  /** Plans the change in memory. */
  plan(project: GeneratedProject, answers: Answers, change: Change): Promise<Expectation>;
}

/** The values of an answer that may have several. */
export function listOf(answer: string | undefined, separator = ','): string[] {
  return (answer ?? '')
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** @throws UsageError when a flag doesn't apply to this project */
export function applicable({ questions }: Generator, project: GeneratedProject, read: Arguments): Answers {
  const [, ...words] = read.positionals;
  const answers: Record<string, string> = {};
  for (const question of questions) {
    const { name, when, positional } = question;
    const [first] = read.values[name] ?? [];
    if (first !== undefined && when?.({}, project) === false) {
      throw new UsageError(`--${name} has no effect in the project layout ${project.layout}: leave it out.`);
    }
    const word = positional === true ? words.shift() : undefined;
    if (word !== undefined && word !== '') answers[name] = word;
    else if (positional !== true) Object.assign(answers, givenAnswers([question], read));
  }
  return answers;
}

/** The number of words after the kind. */
export function wordsTaken(generator: Generator | undefined): number {
  return generator?.questions.filter((question) => question.positional === true).length ?? 0;
}
