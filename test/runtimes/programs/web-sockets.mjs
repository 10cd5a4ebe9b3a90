// Opens WebSockets, by the server of Bun or Deno where this is one of them, else by run().
import { Application, TextResponse } from 'fw-runtime/b';

const app = new Application({ log: (error) => console.log(`logged: ${error.message}`) });
app.pipe(async (request, delegate) => {
  const response = await delegate(request);
  return response
    .withHeader('X-Id', '7')
    .withAddedHeader('Set-Cookie', 'a=1')
    .withAddedHeader('Set-Cookie', 'b=2');
});
app.pipe('/guarded', () => new TextResponse('no', 401));
app.pipe((request, delegate) => delegate(request.withAttribute('user', 'Ada')));
app.pipeRoutingMiddleware().pipeDispatchMiddleware();
app.upgrade('/rooms/{room}', {
  upgrade: (request) => ({ protocol: request.header('sec-websocket-protocol') }),
  open: (peer) => peer.subscribe('said'),
  message(peer, message) {
    const { request } = peer.context;
    if (message.text() === 'fail') throw new Error('on purpose');
    if (message.text() === 'bye') peer.close(4000, 'bye');
    else if (message.text() === 'who') {
      const { params, url, query } = request;
      peer.send({ user: request.getAttribute('user'), params, path: url.pathname, q: query.get('q') });
    } else peer.publish('said', message.text());
  },
  close: (_peer, { code }) => console.log(`closed: ${code}`),
});

const { Bun, Deno } = globalThis;
if (process.env.RUN === undefined && Bun !== undefined) {
  const { withWebSockets } = await import('fw-runtime/bun');
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, ...withWebSockets(app) });
  console.log(`Listening on http://127.0.0.1:${server.port}`);
} else if (process.env.RUN === undefined && Deno !== undefined) {
  const { withWebSockets } = await import('fw-runtime/deno');
  const onListen = ({ port }) => console.log(`Listening on http://127.0.0.1:${port}`);
  Deno.serve({ hostname: '127.0.0.1', port: 0, onListen }, withWebSockets(app).fetch);
} else await app.run({ host: '127.0.0.1', port: 0 });
