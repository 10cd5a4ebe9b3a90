import type { Form, Router, Variant } from './choices.ts';
import { CancelledError, CreateError } from './errors.ts';
import { createSpec, generatorVersion, runtimeSpec, templatesFolder } from './generator.ts';
import { help } from './help.ts';
import { install } from './install.ts';
import { nextCommands, retryCommand } from './next-steps.ts';
import { readOptions } from './options.ts';
import { detectPackageManager } from './package-manager.ts';
import type { PackageManager } from './package-manager.ts';
import { painterFor } from './paint.ts';
import { completeAnswers, terminalOf } from './questions.ts';
import { scaffold } from './scaffold.ts';
import { resolveTarget } from './target.ts';
import type { Target } from './target.ts';
import type { TemplateValues } from './template-set.ts';

const oldestNode = '20.19';

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

  // Before any question, so that nobody answers one in vain.
  if (options.directory !== undefined) await resolveTarget(options.directory);
  const { directory, ...chosen } = await completeAnswers(options, terminalOf(process), resolveTarget, signal);
  const target = await resolveTarget(directory);
  const packageManager = detectPackageManager(env);
  const paint = painterFor(stdout, env);

  const files = await layDown(target, valuesFor(target, chosen, packageManager), signal);
  const title = paint('bold', target.title);
  stdout.write(
    `Made ${title}, a site of variant ${chosen.variant.toUpperCase()}, form ${chosen.form}, router ${chosen.router}: ` +
      `${files.length} files.\n`,
  );
  if (target.packageName.note !== undefined) stdout.write(`${target.packageName.note}\n`);

  const steps = { site: target.path, cwd: process.cwd(), packageManager, installed: options.install };
  if (options.install) {
    const result = await install(packageManager, target.path, stdout, signal);
    if (result.outcome === 'cancelled') {
      throw new CancelledError(
        `Cancelled while installing; the site is kept, to go on run: ${retryCommand(steps)}`,
      );
    }
    if (result.outcome === 'failed') {
      throw new CreateError(
        `${packageManager} install failed (${result.reason}); the site is kept, to try again run: ${retryCommand(steps)}`,
      );
    }
    stdout.write(`${paint('green', 'Installed')} with ${packageManager} in ${result.elapsed}.\n`);
  }
  const commands = nextCommands(steps).map((command) => `  ${paint('cyan', command)}\n`);
  stdout.write(`\nNext:\n\n${commands.join('')}\nthen open ${paint('cyan', 'http://localhost:8080/')}\n`);
}

async function layDown(target: Target, values: TemplateValues, signal: AbortSignal): Promise<string[]> {
  try {
    return await scaffold(target, templatesFolder, values, signal);
  } catch (error) {
    if (error instanceof CreateError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CreateError(`The site could not be laid down, and nothing of it was left behind: ${reason}`, {
      cause: error,
    });
  }
}

function valuesFor(
  { packageName, title }: Target,
  { variant, form, router }: { variant: Variant; form: Form; router: Router },
  packageManager: PackageManager,
): TemplateValues {
  return {
    name: packageName.name,
    title,
    variant,
    variantUpper: variant === 'a' ? 'A' : 'B',
    form,
    alias: variant === 'a' ? '#application' : '#app',
    programmatic: form === 'programmatic',
    router,
    findMyWay: router === 'find-my-way',
    rou3: router === 'rou3',
    runtimeVersion: runtimeSpec(process.env),
    createVersion: createSpec(process.env),
    generatorVersion: generatorVersion(),
    node: oldestNode,
    packageManager,
    run: `${packageManager} run`,
  };
}
