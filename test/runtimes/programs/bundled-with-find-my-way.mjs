// The same for platforms that have Node's modules, or some of them.
import { AppFactory, JsonResponse } from 'fw-runtime/a';
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { runSuite } from '../suite/suite.mjs';

const app = AppFactory.create().pipeRoutingMiddleware().pipeDispatchMiddleware();

app.get('/', async () => {
  return new JsonResponse(await runSuite({ send: (site, request) => site.fetch(request), FindMyWayRouter }));
});

export default app;
