// One of the app's processes, as `bin/www.ts` of a project starts it: sessions and rate limits in Redis, jobs in their store.
import { Jobs } from 'fw-jobs';
import { health } from 'fw-middleware/health';
import { rateLimit } from 'fw-middleware/rate-limit';
import { redis } from 'fw-middleware/redis';
import { getSession, RedisStore, session } from 'fw-middleware/session';
import { trustedProxy } from 'fw-middleware/trusted-proxy';
import { Application, JsonResponse } from 'fw-runtime/b';
import { createContainer, Work } from '../jobs/app.mjs';

const { REDIS_URL, STORE, LIMIT } = process.env;
const container = createContainer();
const logger = container.get('Logger');
const client = await redis({ url: REDIS_URL }, logger);
container.setService('fw-middleware/redis', client);

const app = new Application({ container, logger });
app.pipe(health());
app.pipe(await trustedProxy({ proxies: ['loopback'] }));
app.pipe('/user', await session({ store: new RedisStore(client) }));
// Each client counts towards a window that the campaign names, so that the campaign knows how many requests may be accepted.
const key = (request) => request.header('x-window');
app.pipe('/limited', await rateLimit({ store: client, limit: Number(LIMIT), duration: 3600, key }, logger));

app.post('/user/login', async (request) => {
  const state = await getSession(request);
  state.regenerate();
  state.set('user', (await request.json()).user);
  state.set('count', 0);
  return respond(state);
});
app.get('/user/count', async (request) => respond(await getSession(request)));
app.post('/user/count', async (request) => {
  const state = await getSession(request);
  state.set('count', (state.get('count') ?? 0) + 1);
  return respond(state);
});
app.get('/limited', () => new JsonResponse({}));
app.post('/jobs', async (request) => {
  const { inTransaction, ...payload } = await request.json();
  const jobs = container.get(Jobs);
  if (inTransaction && STORE !== 'redis') {
    const database = await container.get('Database');
    await database.transaction().execute((transaction) => jobs.enqueue(Work, payload, { transaction }));
  } else {
    await jobs.enqueue(Work, payload);
  }
  return new JsonResponse({}, 202);
});
app.pipeRoutingMiddleware().pipeDispatchMiddleware();
await app.run({ silent: true });

function respond(state) {
  return new JsonResponse({ user: state.get('user'), count: state.get('count') });
}
