import type { InspectionReport } from 'fw-devtools/inspection';
import { readArguments } from '#command-line/arguments';
import { type Flag, helpFlag, jsonFlag } from '#command-line/flag';
import { type Output, table } from '#command-line/output';
import { CommandError } from '#command-line/errors';
import type { Command, Run } from '../command.ts';
import { findProject } from '../project/project.ts';
import { applicationOf, inspectProject } from '../project/load-project.ts';

type Service = NonNullable<InspectionReport['container']>[number];

const makeFlag: Flag = { name: 'make', help: 'create the services of routes and the pipeline first' };

export const servicesCommand: Command = {
  name: 'services',
  usage: '[text]',
  summary: 'List the services of the container, what requested each one, and how long creating it took',
  flags: [makeFlag, jsonFlag, helpFlag],
  examples: ['fw services', 'fw services --make', 'fw services mail --json'],
  wordCount: () => 1,
  run: services,
};

async function services({ args, cwd, output, signal, inspect }: Run): Promise<number> {
  const { positionals, switches } = readArguments(args, servicesCommand.flags, 1);
  const project = findProject(cwd);
  const makes = switches.has('make');
  const report = await inspectProject(project, { signal, inspect }, { container: true, resolve: makes });
  // A service that can't be created is an error, which is shown with the others.
  if (!makes || report.application === undefined) applicationOf(report);
  if (report.container === undefined) {
    throw new CommandError("The container of this app can't list its services, so there is nothing to show.");
  }
  const [text = ''] = positionals;
  const shown = report.container.filter(({ id }) => id.includes(text));
  if (switches.has('json')) output.json(shown);
  else print(shown, report, output);
  return report.faults.length === 0 ? 0 : 1;
}

function print(
  shown: readonly Service[],
  { container = [], faults }: InspectionReport,
  output: Output,
): void {
  const { paint } = output;
  const rows = shown.map((service) => [
    service.id,
    kindOf(service),
    service.status?.replace(/made$/, 'created') ?? '',
    service.duration?.toFixed(1) ?? '',
    service.askedBy ?? '',
    service.needs?.join(', ') ?? '',
  ]);
  const [head = '', ...lines] = table(
    [['ID', 'TYPE', 'STATUS', 'MS', 'REQUESTED BY', 'DEPENDENCIES'], ...rows],
    output.columns,
  );
  output.print(paint('bold', head.trimEnd()));
  for (const line of lines) output.print(line.trimEnd());
  for (const error of faults) output.print(paint('red', error));
  const all = container.length;
  const count = shown.length === all ? `${all}` : `${shown.length} of ${all}`;
  output.print(`\n${count} ${all === 1 ? 'service' : 'services'}`);
}

/** `invokable MemoryPosts, 1 delegator`. */
function kindOf({ id, kind, class: name, aliasOf, delegators = 0 }: Service): string {
  const creation = aliasOf === undefined ? (kind ?? '') : `alias of ${aliasOf}`;
  const named = name === undefined || name === id ? creation : `${creation} ${name}`;
  if (delegators === 0) return named;
  return `${named}, ${delegators} ${delegators === 1 ? 'delegator' : 'delegators'}`;
}
