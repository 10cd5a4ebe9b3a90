// Fw in either variant: `app.fetch` in the runtime's own server, or `run()` with one of its engines.
import { listen } from './listen.mjs';

export async function start({ variant, engine, ...options }) {
  const { createApp } = await import(`../fw-${variant}.mjs`);
  if (engine === undefined) return listen((await createApp(options)).fetch);
  const app = await createApp({ ...options, server: { engine } });
  const server = await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
  return server.port;
}
