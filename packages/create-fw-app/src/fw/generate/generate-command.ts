import { UsageError } from '../../errors.ts';
import { openQuestions, terminalOf } from '../../questions.ts';
import type { Terminal } from '../../questions.ts';
import { dryRunFlag, helpFlag, jsonFlag, readArguments, yesFlag } from '../arguments.ts';
import type { Arguments, Flag } from '../arguments.ts';
import type { Command, Run } from '../command.ts';
import { SiteInspection } from '../inspect/site-inspection.ts';
import { findSite } from '../site.ts';
import type { Site } from '../site.ts';
import { completeAnswers } from './answering.ts';
import { paintDiff, unifiedDiff } from './diff.ts';
import type { Answers, Generator } from './generator.ts';
import { generators, generatorsFor } from './generators.ts';
import { make } from './make.ts';
import { warmUp } from './render.ts';
import type { Made } from './make.ts';

export const commonFlags: readonly Flag[] = [yesFlag, dryRunFlag, jsonFlag, helpFlag];

export const generateCommand: Command = {
  name: 'generate',
  usage: '<kind>',
  summary: 'adds a route, a middleware, a service … with its registration and a test',
  flags: [...commonFlags],
  words: generators.map(({ kind }) => kind),
  examples: generators
    .flatMap(({ examples }) => examples.slice(0, 1))
    .map((example) => `fw generate ${example}`),
  wordCount: () => 1,
  run: generate,
};

/** The flags of a generator. */
export function flagsOf({ questions }: Generator): Flag[] {
  return questions.map(({ flag, placeholder, help, choices }) => ({
    name: flag,
    placeholder,
    help,
    ...(choices !== undefined && { choices: choices.map(({ value }) => value) }),
  }));
}

async function generate({ args, cwd, process, output, signal }: Run): Promise<number> {
  const site = findSite(cwd);
  const terminal = args.some((argument) => ['--json', '--yes', '-y'].includes(argument))
    ? undefined
    : terminalOf(process);
  const generator = await chooseGenerator(site, args, terminal, signal);
  const read = readArguments(args, [...flagsOf(generator), ...commonFlags], 1);
  // Started before the questions, so that all is ready when they are answered.
  const inspection = new SiteInspection(site.root, signal);
  try {
    warmUp();
    const before = inspection.inspect({ root: site.root, variant: site.variant });
    // Looked at below; until then a failure must not be taken for one that nobody handles.
    before.catch(() => {});
    const answers = await completeAnswers(generator, givenAnswers(generator, read), site, terminal, signal);
    const dryRun = read.switches.has('dry-run');
    const made = await make(generator, answers, { site, inspection, before, dryRun, signal });
    const { changes, command } = made;
    if (read.switches.has('json')) {
      output.print(JSON.stringify(await asJson(generator, made), null, 2));
    } else if (changes.length === 0) {
      output.print('Nothing to do: all of it is there already.');
    } else if (dryRun) {
      output.print(paintDiff(await unifiedDiff(changes), output.paint).trimEnd());
    } else {
      for (const { path, before } of changes) {
        output.print(`${output.paint('green', before === undefined ? 'made  ' : 'edited')}  ${path}`);
      }
      if (terminal !== undefined)
        output.print(`\nThe same without questions: ${output.paint('cyan', `npx ${command}`)}`);
      output.print(`To take it back: ${output.paint('cyan', 'npx fw undo')}`);
    }
    return 0;
  } finally {
    inspection.close();
  }
}

async function chooseGenerator(
  site: Site,
  args: readonly string[],
  terminal: Terminal | undefined,
  signal: AbortSignal,
): Promise<Generator> {
  const available = generatorsFor(site);
  const kinds = available.map(({ kind }) => kind).join(', ');
  const [first] = args;
  const kind = first === undefined || first.startsWith('-') ? undefined : first;
  if (kind !== undefined) {
    const generator = available.find((generator) => generator.kind === kind);
    if (generator !== undefined) return generator;
    const other = generators.find((generator) => generator.kind === kind)?.variant;
    throw new UsageError(
      other === undefined
        ? `Unknown kind "${kind}": there are ${kinds}.`
        : `"${kind}" is for variant ${other.toUpperCase()}, and this site is of variant ${site.variant.toUpperCase()}: there are ${kinds}.`,
    );
  }
  if (terminal === undefined) {
    throw new UsageError(`The kind is missing, and there is no terminal to ask at: pass one of ${kinds}.`);
  }
  const ask = await openQuestions(terminal, signal);
  const width = Math.max(...available.map(({ kind }) => kind.length));
  const chosen = await ask({
    type: 'select',
    message: 'What is to be generated',
    choices: available.map(({ kind, summary }) => ({
      title: `${kind.padEnd(width)}  ${summary}`,
      value: kind,
    })),
    initial: 0,
  });
  return available.find(({ kind }) => kind === chosen) as Generator;
}

function givenAnswers({ questions }: Generator, { values }: Arguments): Answers {
  return Object.fromEntries(
    questions.flatMap(({ flag, separator }) => {
      const given = values[flag];
      if (given === undefined) return [];
      const [first = '', second] = given;
      if (second !== undefined && separator === undefined) {
        throw new UsageError(`--${flag} was given twice, as "${first}" and as "${second}": give it once.`);
      }
      return [[flag, given.join(separator)]];
    }),
  );
}

async function asJson({ kind }: Generator, { command, changes, id }: Made): Promise<object> {
  return {
    kind,
    command,
    written: id !== undefined,
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
