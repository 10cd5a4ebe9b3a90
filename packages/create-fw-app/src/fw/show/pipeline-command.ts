import type { LayerDescription } from 'fw-runtime';

import { readArguments } from '../../command-line/arguments.ts';
import { helpFlag, jsonFlag } from '../../command-line/flag.ts';
import type { Command, Run } from '../command.ts';
import type { Output } from '../../command-line/output.ts';
import { findSite } from '../site.ts';
import { layerName } from './layer-name.ts';
import { applicationOf, inspectSite } from './load-site.ts';

export const pipelineCommand: Command = {
  name: 'pipeline',
  usage: '',
  summary: 'shows the pipeline in the order in which it runs, as a tree',
  flags: [jsonFlag, helpFlag],
  examples: ['fw pipeline', 'fw pipeline --json'],
  run: pipeline,
};

async function pipeline({ args, cwd, output, signal }: Run): Promise<number> {
  const { switches } = readArguments(args, pipelineCommand.flags, 0);
  const site = findSite(cwd);
  const { pipeline: layers } = applicationOf(await inspectSite(site, signal));
  if (switches.has('json')) {
    output.json(layers);
    return 0;
  }
  output.print(output.paint('bold', 'pipeline'));
  if (layers.length === 0) output.print('└─ nothing: every request is answered with 404');
  draw(layers, '', output);
  return 0;
}

function draw(entries: readonly LayerDescription[], indentation: string, output: Output): void {
  for (const [index, entry] of entries.entries()) {
    const isLast = index === entries.length - 1;
    output.print(`${indentation}${isLast ? '└─ ' : '├─ '}${describe(entry, output)}`);
    draw(entry.children, `${indentation}${isLast ? '   ' : '│  '}`, output);
  }
}

function describe(entry: LayerDescription, { paint }: Output): string {
  const { kind, key, priority, prefix, error, routes, origin } = entry;
  const title = layerName(entry);
  const notes = [
    ...(kind === 'application' ? [`application, ${routes} ${routes === 1 ? 'route' : 'routes'}`] : []),
    ...(error ? ['error middleware'] : []),
    ...(prefix === undefined ? [] : [`under ${prefix}`]),
    ...(priority === undefined ? [] : [`priority ${priority}`]),
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(origin?.line === undefined ? [] : [`${origin.file}:${origin.line}`]),
  ];
  const shown = error ? paint('red', title) : paint('cyan', title);
  return notes.length === 0 ? shown : `${shown}  (${notes.join(', ')})`;
}
