import { completeAnswers } from './answers.ts';
import { CancelledError, CreateError, messageOf, UnfinishedError } from './errors.ts';
import { generatorVersion } from './generator.ts';
import { gitSteps, startRepository } from './git.ts';
import { help } from './help.ts';
import { install } from './install.ts';
import { type NextSteps, retryCommand } from './next-steps.ts';
import { readOptions } from './options.ts';
import { detectPackageManager } from './package-manager.ts';
import { painterFor } from './paint.ts';
import { makePlan, type Plan } from './plan.ts';
import { startProgress } from './progress.ts';
import { terminalOf } from './questions.ts';
import { describeSite, type Done, madeText, nextText, planText } from './report.ts';
import { scaffold } from './scaffold.ts';
import { resolveTarget } from './target.ts';

/**
 * Runs the generator, from the command line to the next steps on standard output.
 *
 * @param args the arguments after the program's name
 * @param signal cancels: until the site is in place nothing is left of it, afterwards the site stays
 * @throws {CreateError} with one sentence for the user and the exit code
 */
export async function create(args: readonly string[], signal: AbortSignal): Promise<void> {
  const { env, stdout } = process;
  const options = readOptions(args, env);
  if (options.help) return void stdout.write(help);
  if (options.version) return void stdout.write(`${generatorVersion()}\n`);

  const circumstances = {
    resolveTarget: (directory: string) => resolveTarget(directory, process.cwd(), options.overwrite),
    packageManager: detectPackageManager(env),
    terminal: options.json ? undefined : terminalOf(process),
  };
  const answers = await completeAnswers(options, circumstances, signal);
  const plan = await leavingNothing(() => makePlan(answers));
  const paint = painterFor(stdout, env);
  const say = (text: string): boolean => options.json || stdout.write(text);

  let done: Done = { written: false, installed: false, repository: false };
  if (options.dryRun) say(planText(plan, paint));
  else {
    await leavingNothing(() => scaffold(answers.target, plan.files, signal));
    say(madeText(plan, paint));
    done = await installAndCommit(plan, options.json ? undefined : stdout, signal);
    say(nextText(plan, stepsOf(plan, done), paint));
  }
  if (options.json) stdout.write(`${JSON.stringify(describeSite(plan, stepsOf(plan, done), done))}\n`);
}

/** Says of whatever goes wrong before the site is in place that nothing was left behind. */
async function leavingNothing<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof CreateError) throw error;
    const reason = messageOf(error);
    throw new CreateError(`The site could not be laid down, and nothing of it was left behind: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * What is done in a site that is in place.
 *
 * @param output where progress is told; nowhere when absent
 */
async function installAndCommit(
  plan: Plan,
  output: NodeJS.WriteStream | undefined,
  signal: AbortSignal,
): Promise<Done> {
  const { git, packageManager, target } = plan.answers;
  const done = { written: true, installed: false, repository: false };
  const unfinished = (sentence: string, ...steps: readonly string[]): UnfinishedError => {
    const left = stepsOf(plan, done);
    return new UnfinishedError(
      `${sentence} ${retryCommand(left, steps)}`,
      describeSite(plan, left, done),
      signal.reason instanceof CancelledError ? signal.reason.exitCode : undefined,
    );
  };
  const commit = git ? gitSteps : [];
  if (plan.answers.install) {
    const progress = startProgress(`Installing with ${packageManager}`, output);
    const result = await install(packageManager, target.path, progress, signal);
    const steps = [`${packageManager} install`, ...commit];
    if (result.outcome === 'cancelled') {
      throw unfinished('Cancelled while installing; the site is kept, to go on run:', ...steps);
    }
    if (result.outcome === 'failed') {
      const sentence = `${packageManager} install failed (${result.reason}); the site is kept, to try again run:`;
      throw unfinished(sentence, ...steps);
    }
    done.installed = true;
    output?.write(`Installed with ${packageManager} in ${result.elapsed}.\n`);
  }
  if (git) {
    const reason = await startRepository(target.path, signal);
    if (signal.aborted) throw unfinished('Cancelled; the site is kept, to go on run:', ...commit);
    done.repository = reason === undefined;
    if (done.repository) output?.write('Made a git repository with everything in a first commit.\n');
    else {
      const retry = retryCommand(stepsOf(plan, done), commit);
      process.stderr.write(`git failed (${reason}); the site is kept, to try again run: ${retry}\n`);
    }
  }
  return done;
}

function stepsOf({ answers }: Plan, { installed }: Done): NextSteps {
  const { target, packageManager } = answers;
  return { site: target.path, cwd: process.cwd(), packageManager, installed };
}
