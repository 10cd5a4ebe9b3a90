// The server behind a proxy. It reads paths as many servers do: decoded once, `\\` as `/`, repeated slashes as one.
import { createServer } from 'node:http';
import { posix } from 'node:path';
import { MARKER, OPEN } from '../marker.mjs';

const server = createServer(({ url }, response) => response.end(isOrders(url) ? OPEN : MARKER));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
server.unref();

export const UPSTREAM = `http://127.0.0.1:${server.address().port}`;

function isOrders(url) {
  const [path] = url.split('?');
  const read = posix.normalize(
    decodeURIComponent(path)
      .replaceAll('\\', '/')
      .replaceAll(/;[^/]*/g, ''),
  );
  return read === '/orders' || read.startsWith('/orders/');
}
