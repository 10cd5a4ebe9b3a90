import type { Answers, Generator } from './generator.ts';

/** The command that makes the same once more without asking. */
export function replayCommand({ kind, questions }: Generator, answers: Answers): string {
  const flags = questions.flatMap(({ flag, separator }) => {
    const answer = answers[flag];
    if (answer === undefined || answer === '') return [];
    return (separator === '\n' ? answer.split('\n') : [answer]).map(
      (value) => `--${flag} ${shellQuoted(value)}`,
    );
  });
  return ['fw generate', kind, ...flags].join(' ');
}

function shellQuoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
