// What bundles are made of: an application that answers with what the suite finds, handed to the platform as it is.
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
