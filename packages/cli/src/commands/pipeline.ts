import { join, relative, resolve } from 'node:path';
import type { LayerDescription } from 'fw-devtools';
import { readArguments } from '#command-line/arguments';
import { type Flag, helpFlag, jsonFlag } from '#command-line/flag';
import { type Branch, type Output, tree } from '#command-line/output';
import type { Command, Run } from '../command.ts';
import { findProject, type Project } from '../project/project.ts';
import { layerName } from '../show/response.ts';
import { UsageError } from '#command-line/errors';
import { applicationOf, inspectProject } from '../project/load-project.ts';
import { SNAPSHOT_FILE, snapshotOf, writeSnapshot } from '../show/pipeline-snapshot.ts';
import { placeOf, placeText } from '../show/registered-at.ts';

const snapshotFlag: Flag = {
  name: 'snapshot',
  help: `write the middleware of each route to ${SNAPSHOT_FILE}, for reviews and "fw check --snapshot"`,
};
const outputFlag: Flag = {
  name: 'output',
  placeholder: '<file>',
  help: `with --snapshot: write to this file instead of ${SNAPSHOT_FILE}`,
};

export const pipelineCommand: Command = {
  name: 'pipeline',
  usage: '',
  summary: 'Show the pipeline in execution order, as a tree',
  flags: [snapshotFlag, outputFlag, jsonFlag, helpFlag],
  examples: ['fw pipeline', 'fw pipeline --json', 'fw pipeline --snapshot'],
  run: pipeline,
};

async function pipeline(given: Run): Promise<number> {
  const { args, cwd, output, signal, inspect } = given;
  const { switches, values } = readArguments(args, pipelineCommand.flags, 0);
  const file = values['output']?.at(-1);
  if (switches.has('snapshot')) return snapshot(given, file, switches.has('json'));
  if (file !== undefined) throw new UsageError('--output requires --snapshot: pass both.');
  const project = findProject(cwd);
  const { pipeline: layers, documentRoot } = applicationOf(
    await inspectProject(project, { signal, inspect }),
  );
  if (switches.has('json')) {
    output.json(layers);
    return 0;
  }
  output.print(output.paint('bold', 'pipeline'));
  const nothing = { label: 'empty: every request gets 404', children: [] };
  const files = { label: `static files in ${documentRoot}/  (before the pipeline)`, children: [] };
  const branches = layers.map((layer) => branchOf(layer, project, output));
  const shown = [
    ...(documentRoot === undefined ? [] : [files]),
    ...(branches.length === 0 ? [nothing] : branches),
  ];
  for (const line of tree(shown)) output.print(line);
  return 0;
}

async function snapshot(
  { cwd, output, signal, inspect }: Run,
  given: string | undefined,
  asJson: boolean,
): Promise<number> {
  const project = findProject(cwd);
  const report = await inspectProject(project, { signal, inspect }, { pipelines: true });
  const path = given === undefined ? join(project.root, SNAPSHOT_FILE) : resolve(cwd, given);
  const shown = relative(cwd, path);
  const action = writeSnapshot(path, snapshotOf(report));
  if (asJson) output.json({ file: shown, written: action !== undefined, routes: report.pipelines });
  else if (action === undefined) output.print(`Nothing to do: ${shown} is up to date.`);
  else output.print(`${output.paint('green', action.padEnd(6))}  ${shown}`);
  return 0;
}

function branchOf(layer: LayerDescription, project: Project, output: Output): Branch {
  const children = layer.children.map((child) => branchOf(child, project, output));
  return { label: describe(layer, project, output), children };
}

function describe(entry: LayerDescription, { root }: Project, { paint }: Output): string {
  const { kind, key, priority, prefix, error, routes, origin } = entry;
  const title = layerName(entry);
  const notes = [
    ...(kind === 'application' ? [`application, ${routes} ${routes === 1 ? 'route' : 'routes'}`] : []),
    ...(error ? ['error middleware'] : []),
    ...(prefix === undefined ? [] : [`under ${prefix}`]),
    ...(priority === undefined ? [] : [`priority ${priority}`]),
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(origin === undefined ? [] : [placeText(placeOf(root, origin))]),
  ];
  const shown = error ? paint('red', title) : paint('cyan', title);
  return notes.length === 0 ? shown : `${shown}  (${notes.join(', ')})`;
}
