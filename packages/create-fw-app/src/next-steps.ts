import { relative } from 'node:path';
import type { PackageManager, ProjectShape, Target } from '#command-line/choices';
import { flagsFor, shellQuoted } from '#command-line/flag';
import { runnerOf } from '#command-line/package-manager';
import { FLAGS, ownPackageManager } from './flags.ts';

export interface NextSteps {
  /** The absolute folder of the project. */
  readonly project: string;
  /** The user's absolute working directory. */
  readonly cwd: string;
  readonly target: Target;
  readonly packageManager: PackageManager;
  readonly installed: boolean;
}

/** The commands that start the app and generate more routes. */
export function nextCommands({ project, cwd, target, packageManager, installed }: NextSteps): string[] {
  const run = runnerOf({ target, packageManager });
  return [
    ...enter(project, cwd),
    ...(installed ? [] : [`${packageManager} install`]),
    `${run} dev`,
    ...(installed ? [`${run} generate`] : []),
  ];
}

/** The command line that repeats failed steps. */
export function retryCommand({ project, cwd }: NextSteps, steps: readonly string[]): string {
  return [...enter(project, cwd), ...steps].join(' && ');
}

export interface Replayed extends ProjectShape {
  /** The explicit choice; `undefined` means the default. */
  readonly install?: boolean | undefined;
  readonly git?: boolean | undefined;
}

/**
 * The command that creates the same project again without prompts, with the same version of the generator.
 *
 * @param directory the folder, as typed
 */
export function replayCommand(directory: string, version: string, replayed: Replayed): string {
  const { variant, form, router, target, packageManager, install, git } = replayed;
  const given = flagsFor(FLAGS, {
    variant,
    form,
    router,
    ...(target !== 'node' && { target }),
    ...(packageManager !== (ownPackageManager(target) ?? packageManager) && {
      'package-manager': packageManager,
    }),
    ...(install === false && { install: 'no' }),
    ...(git !== undefined && { git: git ? 'yes' : 'no' }),
  });
  const folder = shellQuoted(directory.startsWith('-') ? `./${directory}` : directory);
  const separator = packageManager === 'npm' ? ' --' : '';
  const create =
    packageManager === 'deno' ? 'deno run --allow-all npm:create-fw-app' : `${packageManager} create fw-app`;
  return `${create}@${version} ${folder}${separator} ${given.join(' ')} --yes`;
}

function enter(project: string, cwd: string): string[] {
  const path = relative(cwd, project);
  if (path === '') return [];
  return [`cd ${shellQuoted(path.startsWith('-') ? `./${path}` : path)}`];
}
