// The same for platforms that have Node's modules, or some of them.
import { AppFactory, JsonResponse } from 'fw-runtime/a';
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { byFetch, byRun } from '../suite/senders.mjs';
import { runSuite } from '../suite/suite.mjs';

const app = AppFactory.create().pipeRoutingMiddleware().pipeDispatchMiddleware();

app.get('/', async () => new JsonResponse(await runSuite({ send: byFetch, FindMyWayRouter })));
app.get(
  '/run',
  async () => new JsonResponse(await runSuite({ send: byRun, FindMyWayRouter, serving: true })),
);

export default app;
