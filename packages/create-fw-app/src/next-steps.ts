import { relative } from 'node:path';

import {
  type Form,
  forms,
  type PackageManager,
  type Router,
  routers,
  type Variant,
  variants,
} from './choices.ts';

export interface NextSteps {
  /** The folder of the site, absolute. */
  readonly site: string;
  /** The folder that the user is in, absolute. */
  readonly cwd: string;
  readonly packageManager: PackageManager;
  readonly installed: boolean;
}

/** The commands that bring the user to a running site and to more routes, one each. */
export function nextCommands({ site, cwd, packageManager, installed }: NextSteps): string[] {
  return [
    ...enter(site, cwd),
    ...(installed ? [] : [`${packageManager} install`]),
    `${packageManager} run dev`,
    ...(installed ? [`${packageManager} run generate`] : []),
  ];
}

/** The one line that repeats steps that failed. */
export function retryCommand({ site, cwd }: NextSteps, steps: readonly string[]): string {
  return [...enter(site, cwd), ...steps].join(' && ');
}

/** What decides how a site looks. */
export interface Replayed {
  readonly variant: Variant;
  readonly form: Form;
  readonly router: Router;
  readonly packageManager: PackageManager;
  /** What was asked for in so many words; `undefined` leaves it to the generator. */
  readonly install?: boolean | undefined;
  readonly git?: boolean | undefined;
}

/**
 * The command that lays down the same site again without a question, by the same version of the generator.
 *
 * @param directory the folder, as typed
 */
export function replayCommand(directory: string, version: string, replayed: Replayed): string {
  const { variant, form, router, packageManager, install, git } = replayed;
  const flags = [
    `--${variants.flag} ${variant} --${forms.flag} ${form} --${routers.flag} ${router}`,
    ...(install === false ? ['--no-install'] : []),
    ...(git === undefined ? [] : [git ? '--git' : '--no-git']),
    '--yes',
  ];
  const folder = quote(directory.startsWith('-') ? `./${directory}` : directory);
  const separator = packageManager === 'npm' ? ' --' : '';
  return `${packageManager} create fw-app@${version} ${folder}${separator} ${flags.join(' ')}`;
}

function enter(site: string, cwd: string): string[] {
  const path = relative(cwd, site);
  if (path === '') return [];
  return [`cd ${quote(path.startsWith('-') ? `./${path}` : path)}`];
}

function quote(path: string): string {
  if (/^[\p{L}\p{N}\\/._@:+,=-]+$/u.test(path)) return path;
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
