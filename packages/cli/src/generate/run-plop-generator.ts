import type { PlopGenerator } from 'node-plop';
import { givenAnswers } from '#command-line/answers';
import { readArguments } from '#command-line/arguments';
import { type Answers, type Flag, helpFlag, jsonFlag, shellQuoted, yesFlag } from '#command-line/flag';
import type { Output } from '#command-line/output';
import type { Terminal } from '#command-line/questions';
import { CancelledError, CommandError, UsageError } from '#command-line/errors';
import type { Run } from '../command.ts';
import type { ProjectGenerator } from './generator-command.ts';
import {
  answersFromDefaults,
  answersFromFlags,
  type Ask,
  flagsOfPrompts,
  type PlopAnswers,
  type PlopPrompt,
} from './plop-answers.ts';

/** The flags of every generator of a plopfile; their actions can do anything, so that there is no `--dry-run`. */
const COMMON_FLAGS: readonly Flag[] = [yesFlag, jsonFlag, helpFlag];

/** A generator of a project's plopfile. */
interface PlopfileGenerator {
  readonly name: string;
  readonly generator: PlopGenerator;
  /** Shows prompts of node-plop's engine, inquirer; those with an answer are skipped. */
  readonly prompt: Ask;
}

/** A generator of a plopfile as a kind of `fw generate`. */
export function projectGenerator(own: PlopfileGenerator): ProjectGenerator {
  const { name, generator } = own;
  const flags = [...flagsOfPrompts(promptsOf(generator) ?? []), ...COMMON_FLAGS];
  return {
    name,
    summary: (generator.description ?? 'Run a generator of the plopfile').replace(/\.$/, ''),
    flags,
    examples: [`fw generate ${shellQuoted(name)}`],
    run: (run, terminal) => runPlopGenerator(own, flags, run, terminal),
  };
}

/** Runs the prompts and then the actions of a generator. */
async function runPlopGenerator(
  own: PlopfileGenerator,
  flags: readonly Flag[],
  { args, output, signal }: Run,
  terminal: Terminal | undefined,
): Promise<number> {
  const read = readArguments(args, flags, 1);
  signal.throwIfAborted();
  const answers = await untilCancelled(answersOf(own, givenAnswers(flags, read), terminal), signal);
  const json = read.switches.has('json');
  const changes = await untilCancelled(
    runActions(own, answers, json ? undefined : output),
    signal,
    `Cancelled: files written by the actions of "${own.name}" are kept.`,
  );
  if (json) output.json({ kind: own.name, changes });
  return 0;
}

/** The prompts of a generator; undefined when it prompts by a function. */
function promptsOf({ prompts }: PlopGenerator): readonly PlopPrompt[] | undefined {
  if (typeof prompts === 'function') return undefined;
  return (prompts ?? []) as readonly PlopPrompt[];
}

async function answersOf(
  { name, generator, prompt }: PlopfileGenerator,
  given: Answers,
  terminal: Terminal | undefined,
): Promise<PlopAnswers> {
  const prompts = promptsOf(generator);
  if (prompts === undefined) {
    if (terminal !== undefined) return generator.runPrompts();
    throw new UsageError(`"${name}" has its own prompt function, which needs a terminal.`);
  }
  const answers = await answersFromFlags(prompts, given);
  return terminal === undefined ? answersFromDefaults(prompts, answers) : prompt(prompts, answers);
}

async function runActions(
  { name, generator }: PlopfileGenerator,
  answers: PlopAnswers,
  output: Output | undefined,
): Promise<readonly PlopChange[]> {
  const { changes, failures } = await generator.runActions(answers, {
    onComment: (text) => output?.print(text),
    onSuccess: (change) => {
      const { type, path } = withoutSlash(change);
      output?.print(`${output.paint('green', type)}  ${path}`.trimEnd());
    },
  });
  const [failure] = failures;
  if (failure === undefined) return changes.map(withoutSlash);
  const { type, path, error, message } = failure;
  const reason = [path, error || message].filter(Boolean).join(' ');
  const kept = changes.length === 0 ? '' : ' The results of earlier actions are kept.';
  // A function that throws has no type.
  const action = type === undefined ? 'An action' : `The action ${type}`;
  throw new CommandError(`${action} of "${name}" failed: ${reason.replaceAll(/\s*\n\s*/g, ' ')}.${kept}`);
}

interface PlopChange {
  readonly type: string;
  /** The changed file, or what the action returned. */
  readonly path?: string;
}

/** node-plop's paths are relative to the project, and start with a slash. */
function withoutSlash({ type, path = '' }: PlopChange): PlopChange {
  return { type, path: path.replace(/^[\\/]/, '') };
}

/**
 * Waits for prompts or actions. They notice no signal, and prompts don't notice the end of input.
 *
 * @param message the error when cancelled
 * @throws CancelledError when cancelled; the process ends after the error is printed
 */
function untilCancelled<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  message?: string,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const cancel = (): void => {
      reject(new CancelledError(message, signal.reason?.exitCode));
      // Nothing stops prompts and actions, which would keep the process alive.
      setImmediate(() => process.exit());
    };
    signal.addEventListener('abort', cancel);
    // A prompt whose input has ended keeps nothing alive.
    process.on('beforeExit', cancel);
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', cancel);
      process.off('beforeExit', cancel);
    });
  });
}
