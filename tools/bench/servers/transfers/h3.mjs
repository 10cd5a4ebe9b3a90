import { H3, serve } from 'h3';
import { sizeOfFile, webStream } from './content.mjs';

export async function start() {
  const app = new H3();
  app.post('/form', async (event) => sizeOfFile(await event.req.formData()));
  app.get('/web', () => webStream());
  const server = serve(app, { hostname: '127.0.0.1', port: 0, silent: true });
  await server.ready();
  return Number(new URL(server.url).port);
}
