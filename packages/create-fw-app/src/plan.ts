import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AUTOLOAD_FOLDER, AUTOLOAD_LIST, autoloadListOf } from '#command-line/autoload-list';
import type { Target } from '#command-line/choices';
import { generatorVersion, packageSpecs, TEMPLATES_FOLDER } from './package-info.ts';
import { layersOf, leftOutOf } from './layers.ts';
import { withManifest } from './manifest.ts';
import { runnerOf } from '#command-line/package-manager';
import { FW_FILE, fwCommandBelow, fwCommandOf, fwFileFor, fwScriptOf } from '#command-line/fw-file';
import { RECOMMENDED_NODE } from '#command-line/recommended-node';
import { SECRET_FILES } from '#command-line/secret-files';
import { replayCommand } from './next-steps.ts';
import type { ProjectChoices } from './options.ts';
import { firstFew } from './project-folder.ts';
import { renderTemplates, type ProjectFiles, type TemplateValues } from './template-set.ts';

// wrangler needs a newer Node than Fw.
const MIN_NODE: Readonly<Record<Target, string>> = {
  node: '20.19',
  bun: '20.19',
  deno: '20.19',
  workers: '22.12',
};
const PNPM_WORKSPACE = 'pnpm-workspace.yaml';

/** A project to create, before anything is written. */
export interface Plan {
  readonly choices: ProjectChoices;
  readonly files: ProjectFiles;
  /** Notes for the user, one sentence each. */
  readonly notes: readonly string[];
  /** The command that creates the same project again. */
  readonly replay: string;
}

/**
 * Renders the files of a project. Writes nothing.
 *
 * @throws Error naming the template that cannot be rendered
 */
export async function createPlan(choices: ProjectChoices): Promise<Plan> {
  const { variant, form, router, target, packageManager, folder } = choices;
  const shape = { variant, form, router, target, packageManager };
  const version = generatorVersion();
  const layers = layersOf(choices).map((layer) => `${TEMPLATES_FOLDER}/${layer}`);
  const rendered = await renderTemplates(layers, valuesFor(choices, version), leftOutOf(choices));
  const withFw = new Map([...rendered, [FW_FILE, Buffer.from(fwFileFor(packageManager))]]);
  const files = target === 'workers' ? withAutoloadList(withFw) : withFw;
  return {
    choices,
    files: withManifest(files, version, shape),
    notes: notesFor(choices),
    replay: replayCommand(folder.directory, version, {
      ...choices,
      git: choices.git === (folder.repository === undefined) ? undefined : choices.git,
    }),
  };
}

/** Adds the list of configuration files to the files. */
function withAutoloadList(files: ProjectFiles): ProjectFiles {
  const prefix = `${AUTOLOAD_FOLDER}/`;
  const names = [...files.keys()].filter((path) => path.startsWith(prefix));
  const list = autoloadListOf(
    names.map((path) => path.slice(prefix.length)),
    true,
  );
  return new Map([...files, [AUTOLOAD_LIST, Buffer.from(list)]]);
}

function valuesFor(choices: ProjectChoices, version: string): TemplateValues {
  const { folder, variant, form, router, target, packageManager } = choices;
  const shape = { variant, form, router, target, packageManager };
  const specs = packageSpecs(process.env, folder.path);
  return {
    ...shape,
    name: folder.packageName.name,
    title: folder.title,
    variantA: variant === 'a',
    variantUpper: variant === 'a' ? 'A' : 'B',
    alias: variant === 'a' ? '#application' : '#app',
    hybrid: form === 'hybrid',
    programmatic: form === 'programmatic',
    findMyWay: router === 'find-my-way',
    rou3: router === 'rou3',
    pathToRegexp: router === 'path-to-regexp',
    workers: target === 'workers',
    workerName: workerNameOf(folder.packageName.name),
    runtimeVersion: specs['fw-runtime'],
    cliVersion: specs['fw-cli'],
    devtoolsVersion: specs['fw-devtools'],
    generatorVersion: version,
    node: MIN_NODE[target],
    recommendedNode: RECOMMENDED_NODE,
    secretFiles: SECRET_FILES,
    bun: target === 'bun',
    deno: target === 'deno',
    fromSource: target === 'bun' || target === 'deno',
    run: runnerOf(choices),
    fw: fwCommandOf(choices),
    fwBelow: fwCommandBelow(choices),
    fwScript: fwScriptOf(target),
    replay: replayCommand(folder.title, version, shape),
  };
}

function notesFor({ folder, git, target, packageManager }: ProjectChoices): string[] {
  const { packageName, inTheWay, repository, workspace, path } = folder;
  const notes = packageName.note === undefined ? [] : [packageName.note];
  const problem = pathProblem(path, target, runnerOf({ target, packageManager }));
  if (problem !== undefined) notes.push(problem);
  if (target === 'workers' && !isNodeFor(target)) {
    notes.push(
      `Deploying with wrangler needs Node ${MIN_NODE[target]} or newer; this is ${process.version}.`,
    );
  }
  if (inTheWay.length > 0) notes.push(`Everything else in the folder is deleted: ${firstFew(inTheWay)}.`);
  if (repository === path) notes.push('The .git folder is kept.');
  else if (repository !== undefined && !git) {
    notes.push(`No git repository is created, because the project is inside the repository ${repository}.`);
  }
  if (workspace !== undefined && packageManager !== 'pnpm') {
    notes.push(
      `The project is inside the workspace ${workspace}: ${packageManager} may install both together.`,
    );
  } else if (workspace !== undefined && existsSync(join(workspace, PNPM_WORKSPACE))) {
    notes.push(
      `The project is inside the workspace ${workspace}, but pnpm installs it separately. ` +
        `To make it part of the workspace, remove its ${PNPM_WORKSPACE} and move allowBuilds to that of the workspace.`,
    );
  }
  return notes;
}

/**
 * Vite, which runs the tests, reads some paths as URLs; so does tsx, with which Node 20 runs `dev` and `fw`, when
 * there is a "?".
 */
function pathProblem(path: string, target: Target, run: string): string | undefined {
  const [part] = /[#?]|%[0-9a-f]{2}/i.exec(path) ?? [];
  if (part === undefined) return undefined;
  const [failing, tools] =
    part === '?' && target === 'node'
      ? [`its tests, and with Node 20 ${run} dev and fw,`, 'Vite and tsx']
      : ['its tests', 'Vite'];
  return `The path contains "${part}", so ${failing} will fail: ${tools} cannot handle such a path. Choose another place.`;
}

/** Whether the running Node is new enough for a target. */
function isNodeFor(target: Target): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = MIN_NODE[target].split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** A valid Worker name: at most 63 lower-case letters, digits and dashes. */
function workerNameOf(packageName: string): string {
  const name = packageName.replace(/^@[^/]*\//, '').replaceAll(/[^a-z0-9]+/g, '-');
  return name.replace(/^-/, '').slice(0, 63).replace(/-$/, '') || 'site';
}
