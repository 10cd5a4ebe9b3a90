// nginx with one worker, which sends files without reading them (sendfile): the upper limit. The candidate is left out where
// nginx isn't installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../shared/free-port.mjs';
import { CORE } from '../../cores.mjs';
import { folder } from './folder.mjs';

const NOT_THERE = 3;
const SKIPPED_RUN = spawnSync('nginx', ['-v']).error !== undefined;
let nginx;

export async function start() {
  if (SKIPPED_RUN) process.exit(NOT_THERE);
  const port = await freePort();
  const own = mkdtempSync(join(tmpdir(), 'fw-nginx-'));
  const config = join(own, 'nginx.conf');
  writeFileSync(config, configOf(own, port));
  nginx = spawn('nginx', ['-c', config, '-p', own, '-g', 'daemon off;'], { stdio: 'ignore' });
  process.on('exit', () => nginx.kill());
  await listening(port);
  return port;
}

/** In microseconds: the processor time of the worker. */
export function usage() {
  const [worker] = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8').trim().split(' ');
  const threads = readdirSync(`/proc/${worker}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${worker}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return { cpu: nanoseconds.reduce((sum, one) => sum + one, 0) / 1000 };
}

function configOf(own, port) {
  const mask = CORE === undefined ? 'auto' : `1${'0'.repeat(CORE)}`;
  return `worker_processes 1;
worker_cpu_affinity ${mask};
pid ${own}/nginx.pid;
error_log ${own}/error.log;
events { worker_connections 2048; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  types { text/plain txt; }
  server { listen 127.0.0.1:${port}; root ${folder}; }
  client_body_temp_path ${own}/body;
  proxy_temp_path ${own}/proxy;
  fastcgi_temp_path ${own}/fastcgi;
  uwsgi_temp_path ${own}/uwsgi;
  scgi_temp_path ${own}/scgi;
}
`;
}

async function listening(port) {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const opened = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error'),
    ]).catch(() => false);
    socket.destroy();
    if (opened === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
