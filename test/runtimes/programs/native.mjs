// Passes `app.fetch` to the runtime's own server, and prints what middleware reads there.
import { AppFactory, JsonResponse } from 'fw-runtime/b';

const app = AppFactory.create().pipeRoutingMiddleware().pipeDispatchMiddleware();
app.post('/{name}', async (request) => {
  const { params, ip, platform } = request;
  return new JsonResponse({ name: params.name, ip, platform: typeof platform, text: await request.text() });
});

const { Bun, Deno } = globalThis;
let port;
let stop;
if (Bun) {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch });
  port = server.port;
  stop = () => server.stop(true);
} else {
  const server = Deno.serve({ hostname: '127.0.0.1', port: 0, onListen: () => {} }, app.fetch);
  port = server.addr.port;
  stop = () => server.shutdown();
}
const response = await fetch(`http://127.0.0.1:${port}/caf%C3%A9`, { method: 'POST', body: 'body' });
console.log(JSON.stringify(await response.json()));
await stop();
