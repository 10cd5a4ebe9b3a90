// The entry of bundles: an application that responds with the results of the suite, exported for the platform.
import { AppFactory, JsonResponse } from 'fw-runtime/b';
import { byFetch } from '../suite/senders.mjs';
import { runSuite } from '../suite/suite.mjs';

const app = AppFactory.create().pipeRoutingMiddleware().pipeDispatchMiddleware();

app.get('/', async (request) => {
  const report = await runSuite({ send: byFetch, portable: true });
  const { platform, waitUntil } = request;
  waitUntil?.(Promise.resolve());
  return new JsonResponse({ ...report, platform: { env: platform?.env, waitUntil: typeof waitUntil } });
});

export default app;
