import type { ApplicationDescription, ExplainedLayer, Explanation, LayerDescription } from 'fw-devtools';
import { UsageError } from '#command-line/errors';
import { readArguments } from '#command-line/arguments';
import { helpFlag, jsonFlag } from '#command-line/flag';
import { type Branch, type Output, tree } from '#command-line/output';
import type { Command, Run } from '../command.ts';
import { findProject, type Project } from '../project/project.ts';
import { layerName, printResponse, printClose } from '../show/response.ts';
import { applicationOf, inspectProject } from '../project/load-project.ts';
import { placeOf, placeText } from '../show/registered-at.ts';
import { fwCommand } from '../project/typed-command.ts';

export const explainCommand: Command = {
  name: 'explain',
  usage: '[method] <path>',
  summary: 'Explain a request: which middleware runs, which is skipped and why, and which route handles it',
  flags: [jsonFlag, helpFlag],
  examples: ['fw explain GET /admin/stats', 'fw explain /post/42', 'fw explain DELETE /post/42 --json'],
  wordCount: () => 2,
  run: explain,
};

/**
 * The method and the path in a command's arguments; the method may be omitted.
 *
 * @throws UsageError when the path is missing
 */
export function methodAndPath(
  positionals: readonly string[],
  command: string,
  usual = 'GET',
): [method: string, path: string] {
  const [first = '', second] = positionals;
  const [method, path] = second === undefined ? [usual, first] : [first, second];
  if (path.startsWith('/') && /^[\w!#$%&'*+.^`|~-]+$/.test(method)) return [method.toUpperCase(), path];
  throw new UsageError(
    `fw ${command} needs a method and a path, as in: ${fwCommand()} ${command} GET /post/42`,
  );
}

async function explain({ args, cwd, output, signal, inspect }: Run): Promise<number> {
  const { positionals, switches } = readArguments(args, explainCommand.flags, 2);
  const [method, path] = methodAndPath(positionals, 'explain');
  const project = findProject(cwd);
  const report = await inspectProject(project, { signal, inspect }, { explain: [[method, path]] });
  const application = applicationOf(report);
  const [explanation] = report.explanations;
  if (explanation === undefined) return 1;
  const [file = null] = report.files ?? [];
  if (switches.has('json')) output.json({ ...explanation, file });
  else {
    if (file !== null)
      output.print(
        `${output.paint('green', `The static file ${file} is sent`)} before the pipeline runs. Without the file:\n`,
      );
    print(explanation, application, project, output);
  }
  return explanation.route === undefined && file === null ? 1 : 0;
}

function print(
  explanation: Explanation,
  application: ApplicationDescription,
  { root }: Project,
  output: Output,
): void {
  const { paint } = output;
  printResponse(explanation, root, output);
  const described = application.pipeline.flatMap(withChildren);
  const layers = explanation.layers.map((layer, index) => ({ ...described[index], ...layer }));
  // Only if they are the same: a service in a pipeline may be replaced later.
  const isKnown = described.length === layers.length;
  const labels = layers.map((layer) =>
    labelOf(layer, isKnown ? placeText(placeOf(root, layer.origin)) : '', output),
  );
  output.print(`\n${paint('bold', 'pipeline')}`);
  for (const line of tree(branches(explanation.layers, labels))) output.print(line);
  printClose(explanation, output);
}

function withChildren(layer: LayerDescription): LayerDescription[] {
  return [layer, ...layer.children.flatMap(withChildren)];
}

function labelOf(layer: ExplainedLayer, place: string, { paint }: Output): string {
  const { runs, reason } = layer;
  const name = layerName(layer);
  const shown = runs ? paint('cyan', `✓ ${name}`) : `✗ ${name}`;
  return `${shown}  ${reason}${place === '' ? '' : `  (${place})`}`;
}

/** The layers as branches of a tree. */
function branches(layers: readonly ExplainedLayer[], labels: readonly string[]): Branch[] {
  const top: Branch[] = [];
  const open: Branch[][] = [top];
  for (const [index, { depth }] of layers.entries()) {
    const children: Branch[] = [];
    open[depth]?.push({ label: labels[index] ?? '', children });
    open[depth + 1] = children;
  }
  return top;
}
