// Subscribes to the events of an application, and prints them.
import { tracingChannel } from 'node:diagnostics_channel';
import { Application, TextResponse } from 'fw-runtime/b';

const log = [];
for (const name of ['request', 'layer']) {
  const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
  const note = (event) => (message) => log.push(`${message.name ?? message.routePath ?? name} ${event}`);
  tracingChannel(`fw-runtime:${name}`).subscribe(
    Object.fromEntries(events.map((event) => [event, note(event)])),
  );
}
const app = new Application({ tracing: true });
app.pipeRoutingMiddleware().pipeDispatchMiddleware();
app.get('/post/{id}', async function show() {
  return new TextResponse('post');
});
await app.fetch(new Request('http://localhost/post/3'));
console.log(JSON.stringify(log));
