import { fwCommandOf } from '#command-line/fw-file';
import { join } from 'node:path';
import { readArguments } from '#command-line/arguments';
import { helpFlag, jsonFlag } from '#command-line/flag';
import type { Command, Run } from '../command.ts';
import { readIn, replaceFile } from '../project/files.ts';
import { withAgentsIndex } from '../docs/agents-index.ts';
import { pagesIn } from '../docs/pages.ts';
import { DOCS_FOLDER } from '../package-info.ts';
import { applicationOf, inspectProject } from '../project/load-project.ts';
import { findProject } from '../project/project.ts';
import { typeFileChanges, writeTypes } from '../project/type-files.ts';
import { TYPES_FOLDER } from '../project/augmentation.ts';

const AGENTS = 'AGENTS.md';

export const typesCommand: Command = {
  name: 'types',
  usage: '',
  summary: `Generate types for the app's routes and services, in ${TYPES_FOLDER}/`,
  flags: [jsonFlag, helpFlag],
  examples: ['fw types', 'fw types --json'],
  run: types,
};

async function types({ args, cwd, output, signal, inspect }: Run): Promise<number> {
  const { switches } = readArguments(args, typesCommand.flags, 0);
  const project = findProject(cwd);
  const report = await inspectProject(project, { signal, inspect });
  const { routes } = applicationOf(report);
  const changes = typeFileChanges(project, { routes, names: report.names });
  writeTypes(project, changes);
  const agents = withAgentsIndex(
    readIn(project.root, AGENTS) ?? '',
    pagesIn(DOCS_FOLDER),
    fwCommandOf(project),
  );
  if (agents !== undefined) {
    replaceFile(join(project.root, AGENTS), agents);
    changes.push({ path: AGENTS, action: 'edited', text: agents });
  }
  if (switches.has('json')) {
    output.json({ changes: changes.map(({ path, action }) => ({ path, action })) });
    return 0;
  }
  for (const { path, action } of changes) output.print(`${output.paint('green', action.padEnd(7))}  ${path}`);
  if (changes.length === 0) output.print('Nothing to do: everything exists already.');
  if (readIn(project.root, 'tsconfig.json')?.includes(TYPES_FOLDER) === false) {
    output.print(
      `The compiler does not see them yet: add "${TYPES_FOLDER}" to "include" in tsconfig.json, and in tsconfig.build.json if there is one.`,
    );
  }
  return 0;
}
