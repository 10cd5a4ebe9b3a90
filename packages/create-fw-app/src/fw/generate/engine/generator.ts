import type { Readable } from 'node:stream';
import type { Variant } from '../../../choices.ts';
import type { Answers, Flag } from '../../../command-line/flag.ts';
import type { Site } from '../../site.ts';
import type { Change } from './change.ts';

/** What must be true of the site with the change, before anything is written. */
export interface Expectation {
  readonly routes?: readonly { readonly name: string; readonly method: string; readonly path: string }[];
  readonly pipeline?: readonly string[];
  readonly services?: readonly string[];
  /** What could have been meant by a service that there is none of. */
  readonly known?: readonly string[];
  /** Sentences to print about the answers, such as what was converted. */
  readonly notes?: readonly string[];
}

export interface Generator {
  readonly kind: string;
  readonly summary: string;
  /** The variants that have it; both when absent. */
  readonly variant?: Variant;
  /** Why a site cannot use it, in one sentence; undefined when it can. */
  refusal?(site: Site): string | undefined;
  readonly questions: readonly Flag<Site>[];
  /** Adds answers that stand elsewhere to those that were given, as in a file that one of them names. */
  read?(given: Answers, cwd: string, stdin: Readable): Promise<Answers>;
  /** Whether it may bring packages, which are installed unless `--no-install` is given. */
  readonly installs?: boolean;
  /** What to type, without `fw generate` or the like in front. */
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
