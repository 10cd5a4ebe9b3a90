// `node:http` by hand: a file is read as a stream, with its length and type.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { pipeline } from 'node:stream';
import { folder } from './folder.mjs';

export async function start() {
  const server = createServer(handle);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

async function handle(request, response) {
  const file = join(folder, normalize(decodeURIComponent(request.url)));
  try {
    const { size, mtime } = await stat(file);
    response.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': size,
      'Last-Modified': mtime.toUTCString(),
    });
    pipeline(createReadStream(file), response, () => {});
  } catch {
    response.writeHead(404).end();
  }
}
