// The hosts of the cases: Fw's own servers, and other frameworks. joined.mjs has both together.
import { createFw, READERS, ROUTERS, VARIANTS } from './frameworks/fw.mjs';

/** How Fw is started. */
export const QUIET = { host: '127.0.0.1', port: 0, signals: false, silent: true };

/** Fw's own server, in both variants and with each router. */
export function fwHosts(engine) {
  return Object.keys(VARIANTS).flatMap((variant) =>
    Object.keys(ROUTERS).flatMap((router) =>
      Object.keys(READERS).map((reader) => ({
        name: `${variant}, ${router}${reader === 'static' ? '' : `, ${reader}`}`,
        suits: (definition) => reader === 'static' || definition.files,
        start(definition) {
          const app = createFw(definition, { variant, router, reader });
          if (engine !== undefined) app.requestHandler.serverConfig.engine = engine;
          return app.run(QUIET);
        },
      })),
    ),
  );
}

/** The others, as their documentation recommends; `packages` are what their results depend on. */
export async function peerHosts() {
  const [onFastify, onHono, onH3, onExpress, onNest] = await Promise.all(
    ['fastify', 'hono', 'h3', 'express', 'nest'].map((name) => import(`./frameworks/${name}.mjs`)),
  );
  const peers = {
    Fastify: [onFastify.createFastify, onFastify, ['fastify', '@fastify/static']],
    '@fastify/middie': [
      onFastify.createWithMiddie,
      onFastify,
      ['@fastify/middie', 'fastify', '@fastify/static'],
    ],
    '@fastify/express': [
      onFastify.createWithFastifyExpress,
      onFastify,
      ['@fastify/express', 'fastify', '@fastify/static', 'express'],
    ],
    Hono: [onHono.createHono, onHono, ['hono', '@hono/node-server']],
    h3: [onH3.createH3, onH3, ['h3', 'srvx']],
    Express: [onExpress.createExpress, onExpress, ['express', 'serve-static']],
    'NestJS on Express': [
      onNest.createNestOnExpress,
      onNest,
      ['@nestjs/core', '@nestjs/platform-express', 'express'],
    ],
    'NestJS on Fastify': [
      onNest.createNestOnFastify,
      onNest,
      ['@nestjs/core', '@nestjs/platform-fastify', 'fastify', '@fastify/middie'],
    ],
  };
  return Object.entries(peers).map(([name, [create, { listen }, packages]]) => ({
    name,
    packages,
    suits: ({ tokens, proxies }) => (tokens === undefined || name === 'Hono') && proxies === undefined,
    async start(definition) {
      const app = await create(definition);
      return app === undefined ? undefined : listen(app);
    },
  }));
}
