// The stores of the campaign on jobs, each behind a proxy that cuts connections.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../shared/free-port.mjs';

/** Forwards connections to a port, until they are cut. */
export class Cutter {
  #sockets = new Set();
  #server;

  static async to(target) {
    const cutter = new Cutter();
    cutter.#server = createServer((inner) => {
      const outer = connect(target, '127.0.0.1');
      for (const [from, to] of [
        [inner, outer],
        [outer, inner],
      ]) {
        cutter.#sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => (cutter.#sockets.delete(from), to.destroy()));
        from.pipe(to);
      }
    }).listen(0, '127.0.0.1');
    await once(cutter.#server, 'listening');
    cutter.port = cutter.#server.address().port;
    return cutter;
  }

  cut() {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  stop() {
    this.#server.close();
    this.cut();
  }
}

/** A server that is restarted on the same port and data. */
class Server {
  #command;
  #args;
  #options;
  #sign;
  #process;

  constructor(command, args, options, sign) {
    this.#command = command;
    this.#args = args;
    this.#options = options;
    this.#sign = sign;
  }

  async start() {
    const child = spawn(this.#command, this.#args, { ...this.#options, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    let output = '';
    await new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output = (output + chunk).slice(-5000);
          if (output.includes(this.#sign)) resolve();
        });
      }
      child.once('exit', () => reject(new Error(`${this.#command} did not start: ${output}`)));
    });
  }

  kill(signal) {
    this.#process?.kill(signal);
  }

  async end(signal) {
    const over = once(this.#process, 'exit');
    this.#process.kill(signal);
    await over;
  }
}

export async function startRedis(folder) {
  const port = await freePort();
  // The guarantee needs these settings: a job is on disk before its client gets a response.
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--appendonly',
    'yes',
    '--appendfsync',
    'always',
    '--save',
    '',
  ];
  const server = new Server('redis-server', settings, { cwd: folder }, 'Ready to accept connections');
  return serve(server, port, (through) => `redis://127.0.0.1:${through}`, ['SIGKILL', 'SIGTERM']);
}

export async function startPostgres(folder) {
  const root = '/usr/lib/postgresql';
  const bin = readdirSync(root)
    .map((version) => join(root, version, 'bin'))
    .find((each) => existsSync(join(each, 'initdb')));
  const data = join(folder, 'data');
  const user = userFor(folder);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  const settings = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-h',
    '127.0.0.1',
    '-c',
    'max_connections=200',
  ];
  const server = new Server(
    join(bin, 'postgres'),
    settings,
    { ...user, cwd: folder },
    'ready to accept connections',
  );
  // SIGINT ends the server with its connections. SIGQUIT ends it at once, as a crash does.
  return serve(server, port, (through) => `postgres://postgres@127.0.0.1:${through}/postgres`, [
    'SIGQUIT',
    'SIGINT',
  ]);
}

async function serve(server, port, urlAt, signals) {
  // Runs if the campaign ends early.
  const kill = () => server.kill(signals[0]);
  process.once('exit', kill);
  await server.start();
  const cutter = await Cutter.to(port);
  return {
    url: urlAt(cutter.port),
    directUrl: urlAt(port),
    cut: () => cutter.cut(),
    /** @param isHard whether the server crashes; otherwise a signal ends it */
    async restart(random, isHard = random.chance(0.5)) {
      await server.end(signals[isHard ? 0 : 1]);
      await new Promise((resolve) => setTimeout(resolve, random.number() * 1000));
      await server.start();
    },
    async stop() {
      cutter.stop();
      await server.end(signals[1]);
      process.off('exit', kill);
    },
  };
}

export function startSqlite(folder) {
  mkdirSync(folder, { recursive: true });
  return { url: join(folder, 'site.sqlite'), directUrl: join(folder, 'site.sqlite'), stop: async () => {} };
}

/** PostgreSQL doesn't run as root. */
function userFor(folder) {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
  chownSync(folder, uid, gid);
  return { uid, gid };
}
