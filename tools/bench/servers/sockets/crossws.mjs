// `crossws` alone, on a server of node:http.
import { createServer } from 'node:http';
import crossws from 'crossws/adapters/node';

export async function start() {
  const adapter = crossws({ hooks: { message: (peer, message) => peer.send(message.text()) } });
  const server = createServer();
  server.on('upgrade', adapter.handleUpgrade);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}
