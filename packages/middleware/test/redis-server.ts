import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe } from 'vitest';

const COMMAND = process.env['REDIS_SERVER'] ?? 'redis-server';
const isInstalled = spawnSync(COMMAND, ['--version']).status === 0;

/** Tests that need a Redis server. They are skipped with a message if there is none. */
export function withRedis(tests: (url: () => string) => void): void {
  describe.skipIf(!isInstalled)('with a redis-server (Debian: apt-get install redis-server)', () => {
    let url = '';
    let stop: (() => Promise<unknown>) | undefined;

    beforeAll(async () => {
      const port = await freePort();
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      const server = spawn(COMMAND, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
      const over = once(server, 'exit');
      stop = async () => {
        server.kill();
        await over;
      };
      await new Promise<void>((resolve, reject) => {
        let output = '';
        server.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes('Ready to accept connections')) resolve();
        });
        over.then(() => reject(new Error(`redis-server did not start: ${output}`)), reject);
      });
      url = `redis://127.0.0.1:${port}`;
    });

    afterAll(() => stop?.());

    tests(() => url);
  });
}

/** A URL on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
