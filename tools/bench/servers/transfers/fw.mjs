import { Readable } from 'node:stream';
import { AppFactory, HttpResponse, TextResponse } from 'fw-runtime/b';
import { chunks, sizeOfFile, webStream } from './content.mjs';

export async function start() {
  const app = AppFactory.create();
  app.post('/form', async (request) => new TextResponse(await sizeOfFile(await request.formData())));
  app.post('/parts', async (request) => {
    let size = 0;
    for await (const part of request.parts()) {
      if (part.filename !== undefined) for await (const chunk of part.body) size += chunk.length;
    }
    return new TextResponse(String(size));
  });
  app.get('/web', () => new HttpResponse(webStream()));
  app.get('/node', () => new HttpResponse(Readable.from(chunks())));
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  return (await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false })).port;
}
