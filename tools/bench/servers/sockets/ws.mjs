// `ws` alone.
import { WebSocketServer } from 'ws';

export async function start() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket) =>
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
  );
  await new Promise((resolve) => server.once('listening', resolve));
  return server.address().port;
}
