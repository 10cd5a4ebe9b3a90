import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { readArguments } from '../../command-line/arguments.ts';
import { helpFlag } from '../../command-line/flag.ts';
import { UsageError } from '../../errors.ts';
import type { Command } from '../command.ts';
import { findSite } from '../site.ts';
import { inspectAddress, inspectFlags } from './inspect-address.ts';
import { endOfScript } from './script-parent.ts';

export const devCommand: Command = {
  name: 'dev',
  usage: '',
  summary: 'serves the site, and what changes without failing a request; stays up while the site is broken',
  flags: [...inspectFlags, helpFlag],
  examples: ['fw dev', 'PORT=3000 fw dev', 'fw dev --inspect'],
  run: async ({ args, cwd, process: host, output, signal }) => {
    const inspect = inspectAddress(readArguments(args, devCommand.flags, 0));
    // Node tells of files by their real paths.
    const found = findSite(cwd);
    const site = { ...found, root: realpathSync(found.root) };
    if (!existsSync(join(site.root, site.entry))) {
      throw new UsageError(`This site has no ${site.entry}, which fw dev starts.`);
    }
    const { DevServer } = await import('./dev-server.ts');
    const signals = [signal, endOfScript(host.env)].filter((each) => each !== undefined);
    return new DevServer(site, output).run(AbortSignal.any(signals), inspect);
  },
};
