// A port for a server that is restarted repeatedly.
import { once } from 'node:events';
import { createServer } from 'node:net';

// Not in the range that the system gives to clients: a client could take the port between two runs of the
// server.
const LOWEST = 20_000;
const HIGHEST = 29_999;

export async function freePort() {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
}

async function isFree(port) {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
