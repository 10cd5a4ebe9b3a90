import { completeAnswers, givenAnswers } from '../../command-line/answers.ts';
import { type Arguments, readArguments } from '../../command-line/arguments.ts';
import { type Answers, dryRunFlag, type Flag, helpFlag, jsonFlag, yesFlag } from '../../command-line/flag.ts';
import { unknown } from '../../command-line/nearest.ts';
import type { Output } from '../../command-line/output.ts';
import { choiceQuestion, openQuestions, type Terminal, terminalOf } from '../../command-line/questions.ts';
import { UsageError } from '../../errors.ts';
import type { Command, Run } from '../command.ts';
import { SiteInspection } from '../inspect/site-inspection.ts';
import { runner } from '../launch.ts';
import { findSite, type Site } from '../site.ts';
import { paintDiff, unifiedDiff } from './diff.ts';
import type { Generator } from './generator.ts';
import { generators, generatorsFor } from './generators.ts';
import { type Generated, runGenerator } from './run-generator.ts';
import { preload } from './render.ts';

const commonFlags: readonly Flag[] = [yesFlag, dryRunFlag, jsonFlag, helpFlag];

export const generateCommand: Command = {
  name: 'generate',
  usage: '<kind>',
  summary: 'adds a route, a middleware, a service … with its registration and a test',
  flags: commonFlags,
  kinds: generators.map(({ kind, summary, variant, questions, examples }) => ({
    name: kind,
    summary: `${summary}${variant === undefined ? '' : ` (variant ${variant.toUpperCase()})`}`,
    flags: [...questions, ...commonFlags],
    examples: examples.map((example) => `fw generate ${example}`),
  })),
  examples: generators.map(({ examples }) => `fw generate ${examples[0]}`),
  wordCount: ([kind]) => 1 + wordsTaken(generators.find((generator) => generator.kind === kind)),
  run: generate,
};

async function generate({ args, cwd, process, output, signal }: Run): Promise<number> {
  const site = findSite(cwd);
  const terminal = args.some((argument) => ['--json', '--yes', '-y'].includes(argument))
    ? undefined
    : terminalOf(process);
  const generator = await chooseGenerator(site, args, terminal, signal);
  const read = readArguments(args, [...generator.questions, ...commonFlags], 1 + wordsTaken(generator));
  const given = onlyOnce(generator, site, read);
  // Started before the questions, so that it is ready when they are answered.
  const inspection = new SiteInspection(site, signal);
  try {
    preload();
    const before = inspection.inspect({ root: site.root });
    // It is awaited later; without this, Node would end the process for a rejection that nobody handles yet.
    before.catch(() => {});
    const answers = await completeAnswers(generator.questions, given, site, {
      terminal,
      yes: read.switches.has('yes'),
      signal,
    });
    const dryRun = read.switches.has('dry-run');
    const made = await runGenerator(generator, answers, { site, inspection, before, dryRun, signal });
    const { changes, leftOut, command, list } = made;
    if (read.switches.has('json')) {
      output.json(await asJson(generator, made));
    } else if (changes.length === 0) {
      output.print('Nothing to do: all of it is there already.');
      printLeftOut(leftOut, output);
    } else if (dryRun) {
      output.print(paintDiff(await unifiedDiff(changes), output.paint).trimEnd());
    } else {
      for (const { path, before } of changes) {
        output.print(`${output.paint('green', before === undefined ? 'made  ' : 'edited')}  ${path}`);
      }
      if (list !== undefined) output.print(`${output.paint('green', 'edited')}  ${list}`);
      printLeftOut(leftOut, output);
      if (terminal !== undefined)
        output.print(`\nThe same without questions: ${output.paint('cyan', `${runner} ${command}`)}`);
      output.print(`To take it back: ${output.paint('cyan', `${runner} fw undo`)}`);
    }
    return 0;
  } finally {
    inspection.close();
  }
}

function printLeftOut(paths: readonly string[], output: Output): void {
  for (const path of paths) {
    output.print(`${output.paint('red', 'left out')}  ${path}: it was deleted since it was generated.`);
  }
}

async function chooseGenerator(
  site: Site,
  args: readonly string[],
  terminal: Terminal | undefined,
  signal: AbortSignal,
): Promise<Generator> {
  const available = generatorsFor(site);
  const kinds = available.map(({ kind }) => kind);
  const [first = '-'] = args;
  if (!first.startsWith('-')) {
    const generator = generators.find(({ kind }) => kind === first);
    const there = `there are ${kinds.join(', ')}.`;
    if (generator === undefined) throw unknown(`kind "${first}"`, first, kinds, there);
    if (available.includes(generator)) return generator;
    const [its, own] = [generator.variant ?? '', site.variant].map((variant) => variant.toUpperCase());
    throw new UsageError(`"${first}" is for variant ${its}, and this site is of variant ${own}: ${there}`);
  }
  if (terminal === undefined) {
    throw new UsageError(
      `The kind is missing, and there is no terminal to ask at: pass one of ${kinds.join(', ')}.`,
    );
  }
  const ask = await openQuestions(terminal, signal);
  const summaries = available.map(({ kind, summary }) => [kind, summary]);
  const chosen = await ask(
    choiceQuestion('What is to be generated', undefined, Object.fromEntries(summaries)),
  );
  return available.find(({ kind }) => kind === chosen) as Generator;
}

/** @throws {UsageError} when a flag was given twice, or has nothing to do with this site */
function onlyOnce({ questions }: Generator, site: Site, read: Arguments): Answers {
  for (const { name, separator, when } of questions) {
    const [first, second] = read.values[name] ?? [];
    if (first !== undefined && when?.({}, site) === false) {
      throw new UsageError(`--${name} means nothing in a site of the form ${site.form}: leave it out.`);
    }
    if (second === undefined || separator !== undefined) continue;
    throw new UsageError(`--${name} was given twice, as "${first}" and as "${second}": give it once.`);
  }
  const named = questions.filter(({ positional }) => positional !== true);
  return { ...givenAnswers(named, read), ...givenWords(questions, read.positionals.slice(1)) };
}

/** The answers that stand behind the kind without the name of a flag; the last question may take several. */
function givenWords(questions: Generator['questions'], words: readonly string[]): Answers {
  const positional = questions.filter((question) => question.positional === true);
  const answers = positional.map(({ name, separator }, index): [string, string] => [
    name,
    separator === undefined ? (words[index] ?? '') : words.slice(index).join(separator),
  ]);
  return Object.fromEntries(answers.filter(([, answer]) => answer !== ''));
}

/** How many words may stand behind the kind. */
function wordsTaken(generator: Generator | undefined): number {
  const positional = generator?.questions.filter((question) => question.positional === true) ?? [];
  return positional.some(({ separator }) => separator !== undefined) ? Infinity : positional.length;
}

async function asJson({ kind }: Generator, { command, changes, leftOut, id }: Generated): Promise<object> {
  return {
    kind,
    command,
    written: id !== undefined,
    leftOut,
    ...(id !== undefined && { id }),
    files: await Promise.all(
      changes.map(async (change) => ({
        path: change.path,
        action: change.before === undefined ? 'make' : 'edit',
        content: change.after,
        diff: await unifiedDiff([change]),
      })),
    ),
  };
}
