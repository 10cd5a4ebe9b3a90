import { readArguments } from '#command-line/arguments';
import { helpFlag, jsonFlag } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import type { Command, Run } from '../command.ts';
import { findProject } from '../project/project.ts';
import { openInEditor } from '../show/editor.ts';
import { projectPlace } from '../show/project-place.ts';

export const openCommand: Command = {
  name: 'open',
  usage: '<file>[:<line>[:<column>]]',
  summary: 'Open a file of the project in your editor',
  flags: [jsonFlag, helpFlag],
  examples: ['fw open src/action/ping.ts', 'fw open config/autoload/routes.global.ts:7:3'],
  wordCount: () => 1,
  run: open,
};

async function open({ args, cwd, process, output }: Run): Promise<number> {
  const { positionals, switches } = readArguments(args, openCommand.flags, 1);
  const [text] = positionals;
  if (text === undefined) {
    throw new UsageError('The file is missing: pass a file of the project, as in src/action/ping.ts:12.');
  }
  const place = projectPlace(text, findProject(cwd).root, cwd);
  const { file: _file, shown, ...position } = place;
  const editor = await openInEditor(place, process.stdin.isTTY && process.stdout.isTTY);
  if (switches.has('json')) output.json({ file: shown, ...position, editor });
  else output.print(`Opened ${[shown, ...Object.values(position)].join(':')} in ${editor}.`);
  return 0;
}
