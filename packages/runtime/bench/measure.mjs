// One sample: a fresh process of one candidate for one scenario, checked, warmed up, loaded, and checked again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { checkAnswers } from './check-answers.mjs';
import { load, pinned } from './load.mjs';
import { isLarge, scenarios } from './site.mjs';

const SKIPPED = 3;

/**
 * @param plan `{ node, warmup, seconds, serverCore, loadCore, nodeOptions }`
 * @returns requests per second of the clock and of the server's own processor time, and its memory at the end in bytes;
 *   undefined when the candidate says that it cannot take part
 */
export async function measure(candidate, scenario, plan) {
  const server = startServer(candidate, scenario, plan);
  try {
    const port = await server.port;
    if (port === undefined) return undefined;
    const { checks } = scenarios[scenario];
    await checkAnswers(port, checks, server);
    const [request] = checks;
    const { serverCore: _, loadCore: core } = plan;
    await load({ port, request, core, seconds: plan.warmup });
    const before = await server.usage();
    const start = process.hrtime.bigint();
    const answered = await load({ port, request, core, seconds: plan.seconds });
    const elapsed = Number(process.hrtime.bigint() - start) / 1e9;
    const after = await server.usage();
    if (after.passes - before.passes < answered * (request.passes ?? 0)) {
      throw new Error(`${candidate.name} has skipped middlewares`);
    }
    await checkAnswers(port, checks, server);
    return {
      perSecond: answered / elapsed,
      perCpuSecond: answered / ((after.cpu - before.cpu) / 1e6),
      rss: after.rss,
    };
  } catch (error) {
    throw new Error(`${candidate.name} in scenario ${scenario}: ${error.message}`, { cause: error });
  } finally {
    await server.stop();
  }
}

function startServer(candidate, scenario, { node, nodeOptions, serverCore }) {
  const program = new URL('server-process.mjs', import.meta.url).pathname;
  const options = JSON.stringify({ large: isLarge(scenario), ...candidate.options });
  const [command, args] = pinned(serverCore, node, [...nodeOptions, program, candidate.server, options]);
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  const told = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => (code === SKIPPED ? [{}] : Promise.reject(new Error(`ended with ${code}`)))),
    ]);
    return message;
  };
  return {
    port: told().then(({ port }) => port),
    usage() {
      const answer = told();
      child.send('usage');
      return answer;
    },
    async stop() {
      if (child.exitCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
