// Fw in either variant, with a generator for each client.
import { EVENT_DATA } from '../../reference-app.mjs';
import { Hub } from './hub.mjs';

export async function start({ variant }) {
  const { Application, EventStreamResponse, TextResponse } = await import(`fw-runtime/${variant}`);
  const hub = new Hub();
  const app = new Application();
  app.get('/events', () => new EventStreamResponse(events(hub)));
  app.get('/send', () => {
    hub.send(EVENT_DATA);
    return new TextResponse('sent');
  });
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  const server = await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
  return server.port;
}

async function* events(hub) {
  yield 'ready';
  for (;;) yield await hub.next;
}
