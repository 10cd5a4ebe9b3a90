import { completeAnswers } from '#command-line/answers';
import { readArguments } from '#command-line/arguments';
import { dryRunFlag, type Flag, helpFlag, jsonFlag, yesFlag } from '#command-line/flag';
import { unknown } from '#command-line/nearest';
import type { Output } from '#command-line/output';
import { choiceQuestion, openQuestions, type Terminal, terminalOf } from '#command-line/questions';
import { UsageError } from '#command-line/errors';
import type { Command, Described, Run } from '../command.ts';
import { startInspection } from '../project/inspection.ts';
import { findProject, type Project } from '../project/project.ts';
import { Change } from './engine/change.ts';
import { applicable, type Generator, listOf, wordsTaken } from './engine/generator.ts';
import { findGuards, rejectUnknownGuards } from './engine/guards.ts';
import { Installation } from './engine/installation.ts';
import { asJson, printGenerated } from './engine/print-generated.ts';
import { preload } from './engine/render.ts';
import { runGenerator } from './engine/run-generator.ts';

/** A generator that a project adds. */
export interface ProjectGenerator extends Described {
  /**
   * @param terminal where prompts are shown; undefined when they are not possible
   * @returns the exit code
   * @throws CommandError when it fails
   * @throws MissingAnswersError when answers are missing and prompts are not possible
   */
  run(run: Run, terminal: Terminal | undefined): Promise<number>;
}

/** A command that runs one of several generators. */
export interface GeneratorCommand extends Pick<Command, 'name' | 'usage' | 'summary' | 'examples'> {
  readonly generators: readonly Generator[];
  /** The generators that the project adds. */
  readonly projectGenerators?: readonly ProjectGenerator[];
  /** A sentence below the list of generators. */
  readonly note?: string;
  /** The word for a generator in messages, as in "kind". */
  readonly noun: string;
  /** The prompt when the generator isn't named. */
  readonly question: string;
  /** Printed instead of the prompt when prompts are not possible; without it, a missing name is an error. */
  readonly list?: {
    readonly flag: Flag;
    print(available: readonly Generator[], output: Output, json: boolean): void;
  };
}

export function generatorCommand(options: GeneratorCommand): Command {
  const { name, usage, summary, examples, generators, projectGenerators = [], note } = options;
  return {
    name,
    usage,
    summary,
    examples,
    ...(note !== undefined && { note }),
    flags: [
      ...(options.list === undefined ? [] : [options.list.flag]),
      ...(generators.every(({ installs }) => installs === true) ? [installFlag] : []),
      ...COMMON_FLAGS,
    ],
    kinds: [
      ...generators.map(({ kind, summary, variant, questions, examples, ...generator }) => ({
        name: kind,
        summary: `${summary}${variant === undefined ? '' : ` (variant ${variant.toUpperCase()})`}`,
        flags: [...questions, ...flagsBeside(generator)],
        examples: examples.map((example) => `fw ${name} ${example}`),
      })),
      ...projectGenerators,
    ],
    wordCount: ([kind]) => 1 + wordsTaken(generators.find((generator) => generator.kind === kind)),
    run: (run) => generate(options, run),
  };
}

const COMMON_FLAGS: readonly Flag[] = [yesFlag, dryRunFlag, jsonFlag, helpFlag];

const installFlag: Flag = {
  name: 'install',
  negatable: true,
  help: 'install the required packages; the default',
};

/** The flags of a generator that aren't answers. */
function flagsBeside({ installs }: Pick<Generator, 'installs'>): readonly Flag[] {
  return installs === true ? [installFlag, ...COMMON_FLAGS] : COMMON_FLAGS;
}

async function generate(options: GeneratorCommand, run: Run): Promise<number> {
  const { args, cwd, process, output, signal, inspect } = run;
  const project = findProject(cwd);
  const terminal = args.some((argument) => ['--json', '--yes', '-y'].includes(argument))
    ? undefined
    : terminalOf(process);
  const list = wantedList(options, args, terminal);
  if (list !== undefined) {
    const { switches } = readArguments(args, [list.flag, ...COMMON_FLAGS], 0);
    list.print(availableIn(options, project), output, switches.has('json'));
    return 0;
  }
  const kind = await chooseKind(options, project, run, terminal);
  const projectGenerator = options.projectGenerators?.find(({ name }) => name === kind);
  if (projectGenerator !== undefined) return projectGenerator.run(run, terminal);
  const generator = options.generators.find((generator) => generator.kind === kind) as Generator;
  const flags = [...generator.questions, ...flagsBeside(generator)];
  const read = readArguments(args, flags, 1 + wordsTaken(generator));
  // Started before the prompts, so that it is ready when they are answered.
  const inspection = startInspection(project, { signal, inspect });
  try {
    const generated = { ...project, inspection };
    const typed = applicable(generator, generated, read);
    const given = (await generator.read?.(typed, cwd, process.stdin)) ?? typed;
    preload();
    const guards = findGuards(project, new Change(project.root), listOf(given['guard']));
    const before = inspection.inspect({ root: project.root, services: guards.services });
    // The promise is awaited later; without this, Node would end the process for an unhandled rejection.
    before.catch(() => {});
    // Checked first, so that users don't answer prompts in vain.
    if (terminal !== undefined && guards.services.length > 0) rejectUnknownGuards(await before, guards);
    const answers = await completeAnswers(generator.questions, given, generated, {
      terminal,
      yes: read.switches.has('yes'),
      signal,
    });
    const json = read.switches.has('json');
    const dryRun = read.switches.has('dry-run');
    const installs = generator.installs === true && read.values['install']?.at(-1) !== 'no';
    const result = await runGenerator(generator, answers, {
      project,
      inspection,
      before,
      dryRun,
      beginning: `fw ${options.name}`,
      installation: installs
        ? new Installation(project, json ? undefined : process.stdout, signal)
        : undefined,
      signal,
    });
    if (json) output.json(await asJson(generator, result));
    else await printGenerated(result, { dryRun, isInteractive: terminal !== undefined, project, output });
    return 0;
  } finally {
    inspection.close();
  }
}

/** The list of generators, when the arguments request it, or when none is named and prompts are not possible. */
function wantedList(
  { list }: GeneratorCommand,
  args: readonly string[],
  terminal: Terminal | undefined,
): GeneratorCommand['list'] {
  if (list === undefined || args[0]?.startsWith('-') === false) return undefined;
  return terminal === undefined || args.includes(`--${list.flag.name}`) ? list : undefined;
}

/** The reason why a project can't use a generator; undefined when it can. */
function rejectionOf({ kind, variant, rejection }: Generator, project: Project): string | undefined {
  if (variant === undefined || variant === project.variant) return rejection?.(project);
  const [its, own] = [variant, project.variant].map((each) => each.toUpperCase());
  return `"${kind}" is for variant ${its}, and this project has variant ${own}`;
}

function availableIn({ generators }: GeneratorCommand, project: Project): Generator[] {
  return generators.filter((generator) => rejectionOf(generator, project) === undefined);
}

async function chooseKind(
  options: GeneratorCommand,
  project: Project,
  { args, output, signal }: Pick<Run, 'args' | 'output' | 'signal'>,
  terminal: Terminal | undefined,
): Promise<string> {
  const { generators, projectGenerators = [], note, noun, question } = options;
  const available = [
    ...availableIn(options, project).map(({ kind, summary }) => [kind, summary] as const),
    ...projectGenerators.map(({ name, summary }) => [name, summary] as const),
  ];
  const kinds = available.map(([kind]) => kind);
  const [first = '-'] = args;
  if (!first.startsWith('-')) {
    if (kinds.includes(first)) return first;
    const there = `there are ${kinds.join(', ')}.`;
    const generator = generators.find(({ kind }) => kind === first);
    const rejection = generator && rejectionOf(generator, project);
    if (rejection === undefined) throw unknown(`${noun} "${first}"`, first, kinds, there);
    throw new UsageError(`${rejection}: ${there}`);
  }
  if (terminal === undefined) {
    const missing = `The ${noun} is missing, and there is no terminal for prompts: pass one of ${kinds.join(', ')}.`;
    throw new UsageError(note === undefined ? missing : `${missing} ${note}`);
  }
  if (note !== undefined) output.print(note);
  const prompt = await openQuestions(terminal, signal);
  return prompt(choiceQuestion(question, undefined, Object.fromEntries(available)));
}
