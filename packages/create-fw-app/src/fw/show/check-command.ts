import { autoloadList } from '../../autoload-list.ts';
import { readArguments } from '../../command-line/arguments.ts';
import { type Flag, helpFlag, jsonFlag } from '../../command-line/flag.ts';
import type { Command, Run } from '../command.ts';
import { refreshKept, staleKept } from '../kept-files.ts';
import { findSite } from '../site.ts';
import { hiderOf } from '../inspect/hidden.ts';
import { slowRestrictions } from '../inspect/slow-restrictions.ts';
import { typesFolder } from '../types/types-folder.ts';
import { inspectSite } from './load-site.ts';

const fixFlag: Flag = {
  name: 'fix',
  help: `write what is out of date of ${typesFolder}/ and, in a site for Workers, of ${autoloadList}`,
};

export const checkCommand: Command = {
  name: 'check',
  usage: '',
  summary: 'loads the configuration and makes every service that it names; exit code 1 with all faults',
  flags: [fixFlag, jsonFlag, helpFlag],
  examples: ['fw check', 'fw check --json', 'fw check --fix'],
  run: check,
};

async function check({ args, cwd, output, signal }: Run): Promise<number> {
  const { switches } = readArguments(args, checkCommand.flags, 0);
  const site = findSite(cwd);
  const fixes = switches.has('fix');
  const fixed = fixes ? refreshKept(site, undefined) : [];
  const report = await inspectSite(site, signal, { resolve: true, openapi: true });
  if (fixes) fixed.push(...refreshKept(site, report));
  const { application, openapi } = report;
  const routes = application?.routes ?? [];
  const hidden = routes.flatMap((route) => {
    const hider = application && hiderOf(route, application, site.root);
    const { name, prefix, path } = route;
    return hider === undefined ? [] : [`The route "${name}" (${prefix}${path}) is hidden by ${hider}.`];
  });
  const slow = await slowRestrictions(routes, site.root);
  const faults = [
    ...report.faults,
    ...report.warnings,
    ...staleKept(site, report),
    ...hidden,
    ...slow,
    ...(openapi?.faults ?? []),
  ];
  if (!switches.has('json')) {
    for (const { path, action } of fixed) output.print(`${output.paint('green', action)}  ${path}`);
  }
  if (switches.has('json')) {
    output.json({ ok: faults.length === 0, faults, routes: routes.length });
  } else if (faults.length === 0) {
    const { length } = routes;
    output.print(output.paint('green', `No faults: ${length} ${length === 1 ? 'route' : 'routes'}.`));
  } else {
    output.print(
      output.paint('red', faults.length === 1 ? 'There is a fault:' : `There are ${faults.length} faults:`),
    );
    for (const fault of faults) output.print(`- ${fault}`);
  }
  return faults.length === 0 ? 0 : 1;
}
