import { readArguments } from '../../command-line/arguments.ts';
import { helpFlag, jsonFlag } from '../../command-line/flag.ts';
import type { Command, Run } from '../command.ts';
import { findSite } from '../site.ts';
import { lookAt } from './load-site.ts';

export const checkCommand: Command = {
  name: 'check',
  usage: '',
  summary: 'loads the configuration and makes every service that it names; exit code 1 with all faults',
  flags: [jsonFlag, helpFlag],
  examples: ['fw check', 'fw check --json'],
  run: check,
};

async function check({ args, cwd, output, signal }: Run): Promise<number> {
  const { switches } = readArguments(args, checkCommand.flags, 0);
  const report = await lookAt(findSite(cwd), signal, { resolve: true });
  const hidden = report.routes.flatMap(({ name, prefix, path, hiddenBy }) =>
    hiddenBy === undefined ? [] : [`The route "${name}" (${prefix}${path}) is hidden by ${hiddenBy}.`],
  );
  const faults = [...report.faults, ...report.warnings, ...hidden];
  if (switches.has('json')) {
    output.print(JSON.stringify({ ok: faults.length === 0, faults, routes: report.routes.length }, null, 2));
  } else if (faults.length === 0) {
    const { length } = report.routes;
    output.print(output.paint('green', `No faults: ${length} ${length === 1 ? 'route' : 'routes'}.`));
  } else {
    output.print(
      output.paint('red', faults.length === 1 ? 'There is a fault:' : `There are ${faults.length} faults:`),
    );
    for (const fault of faults) output.print(`- ${fault}`);
  }
  return faults.length === 0 ? 0 : 1;
}
