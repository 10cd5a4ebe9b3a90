import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProjectLayout, PackageManager, ProjectShape, Target, Variant } from '#command-line/choices';
import { UsageError } from '#command-line/errors';
import { packageManagerIn } from './package-manager-in.ts';

const RUNNING_ENTRY = 'public/index.ts';
/** The module of a project that exports its application, as for Workers. */
export const EXPORTING_ENTRY = 'src/worker.ts';

/** A project, as described by its files. */
export interface Project {
  /** The absolute folder. */
  readonly root: string;
  readonly variant: Variant;
  readonly layout: ProjectLayout;
  /** The alias by which the project imports its own `src/`. */
  readonly alias: string;
  /** The module from which the project imports the framework. */
  readonly runtime: 'fw-runtime/a' | 'fw-runtime/b';
  /** The platform that the project runs on. */
  readonly target: Target;
  /** The package manager of the project. */
  readonly packageManager: PackageManager;
  /** The module that runs the application or exports it as default, relative to the root. */
  readonly entry: string;
}

interface PackageJson {
  readonly imports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** As in `pnpm@10.0.0`. */
  readonly packageManager?: string;
}

/**
 * Finds the project that contains a folder.
 *
 * @throws UsageError when no project contains it
 */
export function findProject(cwd: string): Project {
  for (let root = cwd; ; root = dirname(root)) {
    const manifest = readJson<PackageJson>(join(root, 'package.json'));
    if (manifest?.dependencies?.['fw-runtime'] !== undefined) return describe(root, manifest);
    if (dirname(root) === root) {
      throw new UsageError(
        'No project found: no package.json in this folder or above depends on fw-runtime. Change into the project first.',
      );
    }
  }
}

/** The project that contains a folder; undefined when no project contains it. */
export function projectAround(cwd: string): Project | undefined {
  try {
    return findProject(cwd);
  } catch {
    return undefined;
  }
}

function describe(root: string, manifest: PackageJson): Project {
  const created = readJson<{ choices?: Partial<ProjectShape> }>(join(root, '.fw', 'manifest.json'));
  const aliases = Object.keys(manifest.imports ?? {}).filter((name) => /^#[\w-]+\/\*$/.test(name));
  const variant = created?.choices?.variant ?? variantIn(root, aliases);
  const usual = variant === 'a' ? '#application/*' : '#app/*';
  const alias = aliases.includes(usual) ? usual : (aliases.find((name) => name !== '#root/*') ?? usual);
  return {
    root,
    variant,
    layout: layoutIn(root, created?.choices?.form),
    alias: alias.slice(0, -'/*'.length),
    runtime: `fw-runtime/${variant}`,
    target: targetIn(root, created?.choices?.target),
    packageManager: packageManagerIn(root, manifest, created?.choices?.packageManager),
    entry: entryIn(root),
  };
}

function variantIn(root: string, aliases: readonly string[]): Variant {
  if (aliases.includes('#app/*')) return 'b';
  if (aliases.includes('#application/*')) return 'a';
  const folder = join(root, 'config', 'autoload');
  const files = [
    join(root, entryIn(root)),
    join(root, 'config', 'application.ts'),
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
  ];
  for (const file of files) {
    const used = existsSync(file) && /['"]fw-runtime\/([ab])['"]/.exec(readFileSync(file, 'utf8'))?.[1];
    if (used === 'a' || used === 'b') return used;
  }
  throw new UsageError(
    `The variant of this project is unknown: ${entryIn(root)} should import fw-runtime/a or fw-runtime/b.`,
  );
}

function entryIn(root: string): string {
  const isExported = !existsSync(join(root, RUNNING_ENTRY)) && existsSync(join(root, EXPORTING_ENTRY));
  return isExported ? EXPORTING_ENTRY : RUNNING_ENTRY;
}

function targetIn(root: string, created: Target | undefined): Target {
  if (entryIn(root) === EXPORTING_ENTRY) return 'workers';
  return created === undefined || created === 'workers' ? 'node' : created;
}

// The files decide rather than the manifest, because a project may have changed since it was created.
function layoutIn(root: string, created: ProjectLayout | undefined): ProjectLayout {
  const byCalls = ['routes', 'pipeline'].every((name) => existsSync(join(root, 'config', `${name}.ts`)));
  if (byCalls) return 'programmatic';
  return created === 'hybrid' ? 'hybrid' : 'config';
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
