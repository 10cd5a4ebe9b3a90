// Opens WebSockets by run().
import { Application, TextResponse } from 'fw-runtime/b';
import { HOOKS } from '../suite/message-table.mjs';

const { ENGINE } = process.env;
const app = new Application({
  ...(ENGINE && { server: { engine: ENGINE } }),
  log: (error) => console.log(`logged: ${error.message}`),
});
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
app.upgrade('/values', HOOKS);
app.upgrade('/rooms/{room}', {
  upgrade: (request) => ({ protocol: request.header('sec-websocket-protocol') }),
  open: (peer) => peer.subscribe('said'),
  message(peer, message) {
    const { request } = peer.context;
    if (message.text() === 'fail') throw new Error('on purpose');
    if (message.text() === 'bye') {
      peer.close(4000, 'bye');
      peer.send('late');
    } else if (message.text() === 'end') peer.close();
    else if (message.text() === 'cut') peer.terminate();
    else if (message.text() === 'who') {
      const { params, url, query } = request;
      peer.send({ user: request.getAttribute('user'), params, path: url.pathname, q: query.get('q') });
    } else peer.publish('said', message.text());
  },
  close: (_peer, { code }) => console.log(`closed: ${code}`),
});

await app.run({ host: '127.0.0.1', port: 0 });
