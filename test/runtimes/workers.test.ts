// The workers of run() on runtimes where processes can't pass connections to each other.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type AppServer, startServer } from '../support/server.ts';
import { engineOf, type Runtime, SERVING_RUNTIMES } from './runtimes.ts';

const [bun, bunByNode, deno] = ['Bun', 'Bun by node:http', 'Deno'].map((name) =>
  SERVING_RUNTIMES.find((runtime) => runtime.name === name),
) as [Runtime, Runtime, Runtime];

async function start(runtime: Runtime): Promise<AppServer> {
  const program = join(import.meta.dirname, 'programs', 'workers.mjs');
  const server = await startServer(runtime.binary, [...runtime.args, program], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { NO_COLOR: '1', ...engineOf(runtime) },
  });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** The processes that have responded to COUNT requests, each on its own connection. */
async function processesOf({ url }: AppServer): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (let count = 0; count < 40; count++) {
    seen.add(await (await fetch(url, { headers: { Connection: 'close' } })).text());
  }
  return seen;
}

const isLinux = process.platform === 'linux';

test.runIf(isLinux)(
  'on Bun, workers share a port, are restarted, and stop together',
  { tags: ['full'] },
  async ({ skip }) => {
    if (bun.absent !== undefined) skip(bun.absent);
    const server = await start(bun);
    expect(server.output()).toContain('3 workers');
    const seen = await processesOf(server);
    expect(seen.size).toBe(3);
    const restarted = server.printed('restarting it');
    process.kill(Number([...seen][0]), 'SIGKILL');
    await restarted;
    expect((await fetch(server.url)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  },
);

test.for([
  [bunByNode, 'On Bun, workers need Linux and server.engine "native"'],
  [deno, 'run() starts no workers on Deno'],
] as const)(
  'on $0.name, one process serves and logs the reason',
  { tags: ['full'] },
  async ([runtime, said], { skip }) => {
    if (runtime.absent !== undefined) skip(runtime.absent);
    const server = await start(runtime);
    expect(server.output()).toContain(said);
    expect((await processesOf(server)).size).toBe(1);
  },
);
