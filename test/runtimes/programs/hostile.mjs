// Serves hostile-app.mjs by run(), or passes its `fetch` to the server of Bun or Deno.
import app from './hostile-app.mjs';

const { Bun, Deno, process } = globalThis;
const hostname = '127.0.0.1';
const { ENGINE } = process.env;
if (ENGINE !== undefined) app.requestHandler.serverConfig.engine = ENGINE;
if (process.argv.at(-1) === 'run') await app.run({ host: hostname, port: 0 });
else if (Bun) {
  const { port } = Bun.serve({ hostname, port: 0, fetch: app.fetch });
  console.log(`Listening on http://${hostname}:${port}`);
} else {
  const onListen = ({ port }) => console.log(`Listening on http://${hostname}:${port}`);
  Deno.serve({ hostname, port: 0, onListen }, app.fetch);
}
