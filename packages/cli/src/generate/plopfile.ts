import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { default as NodePlop, NodePlopAPI } from 'node-plop';
import type { PackageManager } from '#command-line/choices';
import { CommandError, messageOf } from '#command-line/errors';
import { LOADER_MISSING, needsLoader, resolverOf } from '../project/node-flags.ts';
import { PLOP } from './engine/installation.ts';
import type { ProjectGenerator } from './generator-command.ts';
import type { Plopfile } from './generators.ts';
import type { Ask } from './plop-answers.ts';
import { projectGenerator } from './run-plop-generator.ts';

const ENGINE = 'node-plop';
const ENGINE_RANGE = PLOP[ENGINE];

/**
 * Loads the generators of a plopfile.
 *
 * @param taken names that its generators can't have
 * @throws CommandError when node-plop isn't installed, or the plopfile can't be loaded
 */
export async function loadPlopfile(
  { project, name }: Plopfile,
  taken: readonly string[],
): Promise<ProjectGenerator[]> {
  const resolve = resolverOf(project.root);
  const engine = resolve(ENGINE);
  if (engine === undefined) {
    throw new CommandError(
      `${name} needs the package ${ENGINE}, which is not installed: run ${INSTALL[project.packageManager]}.`,
    );
  }
  const { default: nodePlop } = (await import(pathToFileURL(engine).href)) as { default: typeof NodePlop };
  const plop = (await nodePlop('', { destBasePath: project.root, force: false })) as Plop;
  plop.setPlopfilePath(project.root);
  try {
    const { default: define } = await importFromProject(join(project.root, name), resolve);
    if (typeof define !== 'function') throw new Error('its default export is not a function');
    await define(plop);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${name} cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
  return plop.getGeneratorList().map(({ name: generator }) => {
    if (taken.includes(generator)) {
      throw new CommandError(
        `${name} defines a generator "${generator}", which fw generate already has: rename it.`,
      );
    }
    return projectGenerator({
      name: generator,
      generator: plop.getGenerator(generator),
      prompt: (prompts, answers) => plop.inquirer.prompt(prompts, answers),
    });
  });
}

/** The object that a plopfile gets, with a property that the types of node-plop lack. */
interface Plop extends NodePlopAPI {
  readonly inquirer: { readonly prompt: Ask };
}

/** The commands that install the engine in a project. */
const INSTALL: Readonly<Record<PackageManager, string>> = {
  npm: `npm install -D ${ENGINE}@${ENGINE_RANGE}`,
  pnpm: `pnpm add -D ${ENGINE}@${ENGINE_RANGE}`,
  yarn: `yarn add -D ${ENGINE}@${ENGINE_RANGE}`,
  bun: `bun add -d ${ENGINE}@${ENGINE_RANGE}`,
  deno: `deno add --dev npm:${ENGINE}@${ENGINE_RANGE}`,
};

async function importFromProject(
  file: string,
  resolve: (name: string) => string | undefined,
): Promise<{ readonly default?: unknown }> {
  if (file.endsWith('.ts') && needsLoader()) {
    const loader = resolve('tsx');
    if (loader === undefined) throw new CommandError(LOADER_MISSING);
    await import(pathToFileURL(loader).href);
  }
  return import(pathToFileURL(file).href);
}
