import { givenAnswers } from '#command-line/answers';
import type { Arguments } from '#command-line/arguments';
import type { Answers } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import type { GeneratedSite, Generator } from './generator.ts';

/** @throws UsageError when a flag doesn't apply to this project */
export function applicable({ questions }: Generator, site: GeneratedSite, read: Arguments): Answers {
  for (const { name, when } of questions) {
    const [first] = read.values[name] ?? [];
    if (first !== undefined && when?.({}, site) === false) {
      throw new UsageError(`--${name} has no effect in the project layout ${site.layout}: leave it out.`);
    }
  }
  const named = questions.filter(({ positional }) => positional !== true);
  return { ...givenAnswers(named, read), ...givenWords(questions, read.positionals.slice(1)) };
}

/** The positional answers after the kind. */
function givenWords(questions: Generator['questions'], words: readonly string[]): Answers {
  const positional = questions.filter((question) => question.positional === true);
  const answers = positional.map(({ name }, index): [string, string] => [name, words[index] ?? '']);
  return Object.fromEntries(answers.filter(([, answer]) => answer !== ''));
}

/** The number of words after the kind. */
export function wordsTaken(generator: Generator | undefined): number {
  return generator?.questions.filter((question) => question.positional === true).length ?? 0;
}
