// One sample: a fresh process of one candidate for one scenario, checked, warmed up, loaded, and checked again.
import { checkAnswers } from './check-answers.mjs';
import { load } from './load.mjs';
import { scenarios } from './site.mjs';
import { startServer } from './start-server.mjs';

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
    await warmUp({ port, request, core }, plan.warmup);
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

// V8 compiles by counts of calls, so that what is warm is told by requests and not by seconds. A slow candidate is given up
// on after some seconds, and is measured as warm as it is.
async function warmUp(target, requests) {
  let answered = 0;
  for (let second = 0; answered < requests && second < 4; second++) {
    answered += await load({ ...target, seconds: 1 });
  }
}
