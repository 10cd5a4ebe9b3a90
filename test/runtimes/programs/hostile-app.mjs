// Responds with a description of the request, for hostile requests. A module for Workers, and the app of hostile.mjs.
import { AppFactory, JsonResponse, TextResponse } from 'fw-runtime/b';

const app = AppFactory.create().pipeRoutingMiddleware().pipeDispatchMiddleware();

app.get('/admin', () => new TextResponse('the admin page'));
app.get('/{rest:.*}', (request) => {
  const { originalPath: path, queryString, url } = request;
  return new JsonResponse({ path, queryString, host: url.host, web: new URL(request.toWeb().url).host });
});
app.post('/read', async (request) => new TextResponse(`${(await request.bytes()).length}`));
app.post('/web', async (request) => new TextResponse(`${(await request.toWeb().arrayBuffer()).byteLength}`));
app.post('/ignored', () => new TextResponse('ignored'));
app.post('/half', async (request) => {
  await request.body.getReader().read();
  return new TextResponse('half');
});
app.post('/form', async (request) => {
  const form = await request.formData();
  return new TextResponse(`${[...form].length}`);
});
app.post('/parts', async (request) => {
  let count = 0;
  for await (const part of request.parts()) count += part.name === '' ? 0 : 1;
  return new TextResponse(`${count}`);
});

export default app;
