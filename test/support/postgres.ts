import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort } from './free-port.ts';

/** The folder of PostgreSQL's programs, as Debian installs them; undefined if they aren't installed. */
const programs = programFolder();

/** Tests that need PostgreSQL. They are skipped with a message if there is none. */
export function withPostgres(tests: (url: () => string) => void): void {
  describe.skipIf(programs === undefined)('with PostgreSQL (Debian: apt-get install postgresql)', () => {
    let url = '';
    let stop: (() => Promise<void>) | undefined;

    beforeAll(async () => {
      ({ url, stop } = await startPostgres());
    }, 60_000);

    afterAll(() => stop?.(), 60_000);

    tests(() => url);
  });
}

async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-postgres-'));
  const data = join(folder, 'data');
  const user = userFor(folder);
  const program = (name: string): string => join(programs ?? '', name);
  execFileSync(program('initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  const settings = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-F'];
  const server = spawn(program('postgres'), settings, {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const over = once(server, 'exit');
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('ready to accept connections')) resolve();
    });
    over.then(() => reject(new Error(`PostgreSQL did not start: ${printed}`)), reject);
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      // A pool that has ended may still be closing its connections, and SIGINT would end them with an error.
      server.kill('SIGTERM');
      const late = setTimeout(() => server.kill('SIGINT'), 5000);
      await over;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The user that runs it: PostgreSQL doesn't run as root. */
function userFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
  if (uid === undefined || gid === undefined) return {};
  chownSync(folder, uid, gid);
  return { uid, gid };
}

function programFolder(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}
