import type { Variant } from '../../choices.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';

/** Answers by the flag that gives them; what takes several holds them with its separator between. */
export type Answers = Readonly<Record<string, string>>;

/** Something that a generator wants to know: a flag, and a question where the flag is not given. */
export interface Question {
  readonly flag: string;
  /** What stands behind the flag in the help, as in `<path>`. */
  readonly placeholder: string;
  readonly message: string;
  /** One line for the help. */
  readonly help: string;
  /** The answer that Enter takes; without it, an answer must be given. */
  readonly initial?: (answers: Answers, site: Site) => string;
  readonly choices?: readonly { readonly value: string; readonly line: string }[];
  /** Between several answers, and what joins a flag that is given several times. */
  readonly separator?: string;
  /** Why an answer cannot be, in one sentence. */
  readonly fault?: (answer: string, answers: Answers, site: Site) => string | undefined;
  /** Whether it concerns this site. */
  readonly when?: (site: Site) => boolean;
  /** Asked only by its flag. */
  readonly unasked?: boolean;
}

/** What must be true of the site with the change, before anything is written. */
export interface Expectation {
  readonly routes?: readonly { readonly name: string; readonly method: string; readonly path: string }[];
  readonly pipeline?: readonly string[];
  readonly services?: readonly string[];
}

export interface Generator {
  readonly kind: string;
  readonly summary: string;
  /** The variants that have it; both when absent. */
  readonly variant?: Variant;
  readonly questions: readonly Question[];
  /** What to type, without `fw generate` in front. */
  readonly examples: readonly string[];
  /** Makes the change in memory. */
  plan(site: Site, answers: Answers, change: Change): Promise<Expectation>;
}

/** The values of an answer that may hold several. */
export function listOf(answer: string | undefined, separator = ','): string[] {
  return (answer ?? '')
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
