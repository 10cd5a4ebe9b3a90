// Starts the process of a candidate (see server-process.mjs) on the core for servers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinned } from './cores.mjs';
import { isAsync, isLarge, serversOf } from './reference-app.mjs';

const SKIPPED = 3;
// In ms: how long a process may take to end by itself.
const MAX_END = 1000;

/**
 * @param plan `{ node, runtime, args, nodeOptions, core }`
 * @returns its port, undefined if the candidate can't take part; its usage so far; the id of the process; and two ways to end it:
 * `stop` within a second, `finish` so that it can write a profile
 */
export function startServer(
  candidate,
  scenario,
  { node, runtime = 'node', args: runtimeArgs = [], nodeOptions, core },
) {
  const program = fileURLToPath(new URL('server-process.mjs', import.meta.url));
  const file = `./${serversOf(scenario, runtime)}/${candidate.server}.mjs`;
  const options = JSON.stringify({
    large: isLarge(scenario),
    async: isAsync(scenario),
    ...candidate.options,
  });
  const [command, args] = pinned(core, node, [...runtimeArgs, ...nodeOptions, program, file, options]);
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  const nextMessage = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => (code === SKIPPED ? [{}] : Promise.reject(new Error(`ended with ${code}`)))),
    ]);
    return message;
  };
  return {
    pid: child.pid,
    port: nextMessage().then(({ port }) => port),
    usage() {
      const message = nextMessage();
      child.send('usage');
      return message;
    },
    async finish() {
      child.disconnect();
      await ended;
    },
    async stop() {
      // The process then ends itself and its children.
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), MAX_END);
      await ended;
      clearTimeout(timer);
    },
  };
}
