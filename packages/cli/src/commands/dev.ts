import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '#command-line/arguments';
import { type Flag, helpFlag } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import type { Command } from '../command.ts';
import { findProject } from '../project/project.ts';
import { inspectAddress, INSPECT_FLAGS } from '../dev/inspect-address.ts';
import { endOfScript } from '../project/script-parent.ts';

const hostFlag: Flag = {
  name: 'host',
  placeholder: '<address>',
  help: 'the address to listen on; with 0.0.0.0 other machines can reach the app',
};

export const devCommand: Command = {
  name: 'dev',
  usage: '',
  summary: 'Start the dev server with zero-downtime reload',
  flags: [hostFlag, ...INSPECT_FLAGS, helpFlag],
  examples: ['fw dev', 'fw dev --host 0.0.0.0', 'PORT=3000 fw dev', 'fw dev --inspect'],
  run: async ({ args, cwd, process: host, output, signal }) => {
    const given = readArguments(args, devCommand.flags, 0);
    const inspect = inspectAddress(given);
    // Node reports files by their real paths.
    const found = findProject(cwd);
    const project = { ...found, root: realpathSync(found.root) };
    if (!existsSync(join(project.root, project.entry))) {
      throw new UsageError(`This project has no ${project.entry}, which fw dev starts.`);
    }
    const { DevServer } = await import('../dev/dev-server.ts');
    const signals = [signal, endOfScript(host.env)].filter((each) => each !== undefined);
    const address = given.values['host']?.at(-1);
    return new DevServer(project, output, address).run(AbortSignal.any(signals), inspect);
  },
};
