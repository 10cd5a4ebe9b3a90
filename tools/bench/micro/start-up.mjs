// Milliseconds to build an application from configuration with 0, 100 and 1,000 routes, and to its first response, in a fresh
// process: `npm run bench:micro -- start-up`. The time to load modules is excluded; see first-response.mjs for it.
export const title = 'Start-up from configuration, ms';

const counts = [0, 100, 1000];
export const contenders = ['fw A', 'fw B', 'fastify', 'hono'].flatMap((name) =>
  counts.map((count) => `${name}, ${count.toLocaleString('en')} routes`),
);

const makers = { 'fw A': () => fw('a'), 'fw B': () => fw('b'), fastify, hono };

export async function run(contender) {
  const [name, amount] = contender.split(/, (?=\d)/);
  const count = Number(amount.replace(/\D/g, ''));
  const paths = Array.from({ length: count }, (_, index) => `/area-${index % 20}/item-${index}`);
  const { build, ask } = await makers[name]();
  const start = performance.now();
  const app = await build(paths);
  const built = performance.now();
  const text = await ask(app, count === 0 ? '/' : `${paths.at(-1)}/42`);
  const answered = performance.now();
  if (count > 0 && text !== '42') throw new Error(`${contender} responds with ${text}`);
  return { built: round(built - start), answered: round(answered - start) };
}

async function fw(variant) {
  const { ApplicationFactory, TextResponse } = await import(`fw-runtime/${variant}`);
  const { ServiceManager } = await import('fw-runtime/service-manager');
  return {
    build(paths) {
      const container = new ServiceManager();
      container.setService('config', {
        routes: paths.map((path) => ({
          path: `${path}/{id}`,
          middleware: (request) => new TextResponse(request.params.id),
          allowed_methods: ['GET'],
        })),
      });
      return new ApplicationFactory().create(container);
    },
    ask: async (app, path) => (await app.request(path)).text(),
  };
}

async function fastify() {
  const { default: Fastify } = await import('fastify');
  return {
    async build(paths) {
      const app = Fastify();
      for (const path of paths) app.get(`${path}/:id`, (request, reply) => reply.send(request.params.id));
      return app;
    },
    ask: async (app, url) => (await app.inject({ url })).body,
  };
}

async function hono() {
  const { Hono } = await import('hono');
  return {
    build(paths) {
      const app = new Hono();
      for (const path of paths) app.get(`${path}/:id`, (context) => context.text(context.req.param('id')));
      return app;
    },
    ask: async (app, path) => (await app.request(path)).text(),
  };
}

function round(milliseconds) {
  return Math.round(milliseconds * 10) / 10;
}
