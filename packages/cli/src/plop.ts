import type { NodePlopAPI, PromptQuestion } from 'node-plop';
import { completeAnswers } from '../../command-line/src/answers.ts';
import { type Answers, type Flag } from '../../command-line/src/flag.ts';
import { CancelledError, SIGNAL_CODES } from '../../command-line/src/errors.ts';
import type { Generator } from './generate/engine/generator.ts';
import { generatorsFor } from './generate/generators.ts';
import { Installation } from './generate/engine/installation.ts';
import { runGenerator } from './generate/engine/run-generator.ts';
import { SiteInspection } from './site/site-inspection.ts';
import { findSite, type Site } from './site/site.ts';

/**
 * Registers the generators of `fw generate` with plop, so that `npx plop` lists them beside a team's own. They show
 * the same prompts, verify their change in the same way and can be undone by `fw undo`.
 *
 * @example export default (plop) => registerFwGenerators(plop);
 */
export function registerFwGenerators(plop: NodePlopAPI): void {
  const site = findSite(plop.getPlopfilePath());
  for (const generator of generatorsFor(site)) {
    plop.setGenerator(generator.kind, {
      description: generator.summary,
      prompts: generator.questions
        .filter(({ when, message }) => message !== undefined && when?.({}, site) !== false)
        .map((question) => asPrompt(question, site)),
      actions: [(answers: Answers) => untilCancelled((signal) => run(generator, site, answers, signal))],
    });
  }
}

function asPrompt(
  { name, message, initial, choices, validate, when }: Flag<Site>,
  site: Site,
): PromptQuestion {
  return {
    type: choices === undefined ? 'input' : 'list',
    name,
    message,
    ...(initial !== undefined && { default: (answers: Answers) => initial(answers, site) }),
    ...(choices === undefined
      ? {
          validate: async (answer: string, answers: Answers) =>
            (await when?.(answers, site)) === false || ((await validate?.(answer, answers, site)) ?? true),
        }
      : { choices: Object.entries(choices).map(([value, line]) => ({ name: `${value}  ${line}`, value })) }),
  } as PromptQuestion;
}

/** Lets `run` clean up on a signal, and then lets the signal end the process; plop itself handles none. */
async function untilCancelled<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const cancellation = new AbortController();
  let received: NodeJS.Signals | undefined;
  const cancel = (name: NodeJS.Signals): void => {
    received = name;
    cancellation.abort(new CancelledError());
  };
  const names = Object.keys(SIGNAL_CODES);
  for (const name of names) process.on(name, cancel);
  try {
    return await run(cancellation.signal);
  } finally {
    for (const name of names) process.off(name, cancel);
    if (received !== undefined) process.kill(process.pid, received);
  }
}

/** The answers to questions that apply; plop can't skip a question without ignoring answers from its command line. */
async function meant({ questions }: Generator, given: Answers, site: Site): Promise<Answers> {
  const answers = { ...given };
  for (const { name, when } of questions) {
    if ((await when?.(given, site)) === false) delete answers[name];
  }
  return answers;
}

async function run(generator: Generator, site: Site, given: Answers, signal: AbortSignal): Promise<string> {
  const inspection = new SiteInspection(site, signal);
  try {
    const before = inspection.inspect({ root: site.root });
    before.catch(() => {});
    const asking = { terminal: undefined, yes: true, signal };
    const answers = await completeAnswers(
      generator.questions,
      await meant(generator, given, site),
      site,
      asking,
    );
    const { changes } = await runGenerator(generator, answers, {
      site,
      inspection,
      before,
      beginning: 'fw generate',
      dryRun: false,
      installation: generator.installs === true ? new Installation(site, undefined, signal) : undefined,
      signal,
    });
    if (changes.length === 0) return 'nothing to do: everything exists already';
    return changes
      .map(({ path, before }) => `${before === undefined ? 'made' : 'edited'} ${path}`)
      .join('\n');
  } finally {
    inspection.close();
  }
}
