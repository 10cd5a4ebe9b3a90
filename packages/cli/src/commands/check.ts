import { FW_FILE } from '#command-line/fw-file';
import { AUTOLOAD_LIST } from '#command-line/autoload-list';
import { readArguments } from '#command-line/arguments';
import { type Flag, helpFlag, jsonFlag } from '#command-line/flag';
import type { Command, Run } from '../command.ts';
import { refreshGenerated, staleGenerated } from '../project/generated-files.ts';
import { findProject } from '../project/project.ts';
import { hasDatabaseCommand, pendingMigrations } from '../project/run-module.ts';
import { hiderOf } from '../project/hidden.ts';
import { slowRestrictions } from '../project/slow-constraints.ts';
import { TYPES_FOLDER } from '../project/augmentation.ts';
import { inspectProject } from '../project/load-project.ts';
import { snapshotChange, SNAPSHOT_FILE } from '../show/pipeline-snapshot.ts';
import { paintDiff } from '../show/diff.ts';
import { isFwFileMissing, writeFwFile } from '../project/fw-file.ts';
import { literalTokens } from '../project/literal-tokens.ts';
import { fwCommand } from '../project/typed-command.ts';

const fixFlag: Flag = {
  name: 'fix',
  help: `update ${TYPES_FOLDER}/ and, in a project for Workers, ${AUTOLOAD_LIST}; create the file ${FW_FILE}`,
};

const snapshotFlag: Flag = {
  name: 'snapshot',
  help: `also compare the middleware of each route with ${SNAPSHOT_FILE}, and show the difference`,
};

export const checkCommand: Command = {
  name: 'check',
  usage: '',
  summary: 'Check the configuration, the services and the policies; print all errors and exit with code 1',
  flags: [fixFlag, snapshotFlag, jsonFlag, helpFlag],
  examples: ['fw check', 'fw check --json', 'fw check --fix', 'fw check --snapshot'],
  run: check,
};

async function check({ args, cwd, output, signal, inspect }: Run): Promise<number> {
  const { switches } = readArguments(args, checkCommand.flags, 0);
  const project = findProject(cwd);
  const fixes = switches.has('fix');
  const fixed = fixes ? [...writeFwFile(project), ...refreshGenerated(project, undefined)] : [];
  const pending = hasDatabaseCommand(project) ? pendingMigrations(project) : [];
  const report = await inspectProject(
    project,
    { signal, inspect },
    {
      resolve: true,
      openapi: true,
      policies: true,
      pipelines: switches.has('snapshot'),
    },
  );
  if (fixes) fixed.push(...refreshGenerated(project, report));
  const { application, openapi, policies = [] } = report;
  const compares = switches.has('snapshot') && application !== undefined && report.faults.length === 0;
  const changed = compares ? await snapshotChange(project, report) : undefined;
  const routes = application?.routes ?? [];
  const hidden = routes.flatMap((route) => {
    const hider = application && hiderOf(route, application, project.root);
    const { name, prefix, path } = route;
    return hider === undefined ? [] : [`The route "${name}" (${prefix}${path}) is hidden by ${hider}.`];
  });
  const slow = await slowRestrictions(routes, project.root);
  const faults = [
    ...report.faults,
    ...report.warnings,
    ...staleGenerated(project, report),
    ...(isFwFileMissing(project.root) ? [missingFile()] : []),
    ...hidden,
    ...slow,
    ...(openapi?.faults ?? []),
    ...policies.map(({ message }) => message),
    ...(changed === undefined ? [] : [changed.error]),
  ];
  const notes = [...noteOf(await pending), ...literalTokens(project.root)];
  if (!switches.has('json')) {
    for (const { path, action } of fixed) output.print(`${output.paint('green', action)}  ${path}`);
  }
  if (switches.has('json')) {
    output.json({
      ok: faults.length === 0,
      faults,
      routes: routes.length,
      policies,
      ...(changed && { difference: changed.difference }),
      ...(notes.length > 0 && { notes }),
    });
  } else if (faults.length === 0) {
    const { length } = routes;
    output.print(output.paint('green', `No errors: ${length} ${length === 1 ? 'route' : 'routes'}.`));
  } else {
    output.print(
      output.paint('red', faults.length === 1 ? 'There is 1 error:' : `There are ${faults.length} errors:`),
    );
    for (const error of faults) output.print(`- ${error}`);
    if (changed !== undefined && changed.difference !== '') {
      output.print(paintDiff(changed.difference, output.paint).trimEnd());
    }
  }
  if (!switches.has('json')) for (const note of notes) output.print(`Note: ${note}`);
  return faults.length === 0 ? 0 : 1;
}

function missingFile(): string {
  return `The project has no file ${FW_FILE}, which runs its commands, as in node ${FW_FILE} routes: run npx fw check --fix to create it.`;
}

/** A note about migrations that have not run: no error, because each machine has its own database. */
function noteOf(pending: readonly string[] | Error): string[] {
  if (pending instanceof Error) return [`Pending migrations are unknown: ${pending.message}`];
  if (pending.length === 0) return [];
  const verb = pending.length === 1 ? 'migration has' : 'migrations have';
  return [`${pending.length} ${verb} not run yet: ${pending.join(', ')}. Run ${fwCommand()} db migrate.`];
}
