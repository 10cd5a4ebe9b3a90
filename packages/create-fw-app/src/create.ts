import { outputOf } from '#command-line/output';
import { terminalOf } from '#command-line/questions';
import { CancelledError, CommandError, messageOf, UnfinishedError } from '#command-line/errors';
import { FLAGS } from './flags.ts';
import { generatorVersion } from './package-info.ts';
import { GIT_STEPS, startRepository } from './git.ts';
import { HELP } from './help.ts';
import { install } from '#command-line/install';
import { type NextSteps, retryCommand } from './next-steps.ts';
import { completeChoices, readOptions } from './options.ts';
import { detectPackageManager } from '#command-line/package-manager';
import { createPlan, type Plan } from './plan.ts';
import { startProgress } from '#command-line/progress';
import { describeProject, type Done, createdText, nextText, planText } from './report.ts';
import { scaffold } from './scaffold.ts';
import { resolveFolder } from './project-folder.ts';

/**
 * Runs the generator, from the command line to the next steps on standard output.
 *
 * @param args the arguments after the program's name
 * @param signal cancels: before the project is in place, nothing is left behind; afterwards the project stays
 * @returns the exit code
 * @throws CommandError with one sentence for the user and the exit code
 */
export async function create(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { env, stdout } = process;
  const { answers, switches } = readOptions(args, env);
  const { print, paint } = outputOf(process);
  if (switches.has('help') || switches.has('version')) {
    print(switches.has('help') ? HELP : generatorVersion());
    return 0;
  }
  const [json, yes] = [switches.has('json'), switches.has('yes')];
  const context = {
    resolveFolder: (directory: string) => resolveFolder(directory, process.cwd(), switches.has('overwrite')),
    packageManager: detectPackageManager(env),
  };
  const prompting = { terminal: json ? undefined : terminalOf(process), yes, signal };
  const choices = await completeChoices(answers, context, prompting);
  const plan = await leavingNothing(() => createPlan(choices));
  const say = json ? (): void => {} : print;

  let done: Done = { written: false, installed: false, repository: false };
  if (switches.has('dry-run')) say(planText(plan, paint));
  else {
    await leavingNothing(() => scaffold(choices.folder, plan.files, signal));
    say(createdText(plan, paint));
    done = await installAndCommit(plan, json ? undefined : stdout, signal);
    say(nextText(plan, stepsOf(plan, done), paint));
  }
  if (json) print(JSON.stringify(describeProject(plan, stepsOf(plan, done), done)));
  return 0;
}

/** Adds to errors before the project is in place that nothing was left behind. */
async function leavingNothing<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason = messageOf(error);
    throw new CommandError(`The project could not be created, and nothing was left behind: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Installs and commits in a project that is in place.
 *
 * @param output where progress is shown; nowhere when absent
 */
async function installAndCommit(
  plan: Plan,
  output: NodeJS.WriteStream | undefined,
  signal: AbortSignal,
): Promise<Done> {
  const { git, packageManager, folder } = plan.choices;
  const done = { written: true, installed: false, repository: false };
  const unfinished = (sentence: string, ...steps: readonly string[]): UnfinishedError => {
    const left = stepsOf(plan, done);
    return new UnfinishedError(
      `${sentence} ${retryCommand(left, steps)}`,
      describeProject(plan, left, done),
      signal.reason instanceof CancelledError ? signal.reason.exitCode : undefined,
    );
  };
  const commit = git ? GIT_STEPS : [];
  if (plan.choices.install) {
    const progress = startProgress(`Installing with ${packageManager}`, output);
    const result = await install(packageManager, folder.path, { progress, signal, flags: FLAGS });
    const steps = [`${packageManager} install`, ...commit];
    if (result.outcome === 'cancelled') {
      throw unfinished('Cancelled while installing; the project is kept. To continue, run:', ...steps);
    }
    if (result.outcome === 'failed') {
      const sentence = `${packageManager} install failed (${result.reason}); the project is kept. To try again, run:`;
      throw unfinished(sentence, ...steps);
    }
    done.installed = true;
    output?.write(`Installed with ${packageManager} in ${result.elapsed}.\n`);
  }
  if (git) {
    const reason = await startRepository(folder.path, signal);
    if (signal.aborted) throw unfinished('Cancelled; the project is kept. To continue, run:', ...commit);
    done.repository = reason === undefined;
    if (done.repository) output?.write('Created a git repository with a first commit.\n');
    else {
      const retry = retryCommand(stepsOf(plan, done), commit);
      process.stderr.write(`git failed (${reason}); the project is kept. To try again, run: ${retry}\n`);
    }
  }
  return done;
}

function stepsOf({ choices }: Plan, { installed }: Done): NextSteps {
  const { folder, target, packageManager } = choices;
  return { project: folder.path, cwd: process.cwd(), target, packageManager, installed };
}
