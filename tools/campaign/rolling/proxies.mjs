// nginx, HAProxy and Caddy with the configurations in docs/deploy/reverse-proxy.md, and HAProxy with the configuration in
// docs/deploy/docker.md. Only addresses and file names are replaced.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../shared/free-port.mjs';

const REVERSE_PROXY = 'deploy/reverse-proxy.md';
const DOCKER = 'deploy/docker.md';
const START_LIMIT = 10_000;
// In characters: nginx writes a line for each request that it sends to another process.
const MOST_OUTPUT = 2_000_000;

const versionFlags = { nginx: '-v', haproxy: '-v', caddy: 'version', 'redis-server': '--version' };

export function isInstalled(program) {
  return spawnSync(program, [versionFlags[program]]).status === 0;
}

export function versionOf(program) {
  const { stdout, stderr } = spawnSync(program, [versionFlags[program]], { encoding: 'utf8' });
  return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0];
}

/**
 * Each starts a proxy in a folder of its own.
 *
 * @param ports of the two processes: `plain` for HTTP/1, `tls` for HTTP/2
 * @returns `{ port, stop, reload, output }`
 */
export const proxies = {
  async nginx({ folder, certificate, plain }) {
    const port = await freePort();
    const [block] = blocks('nginx');
    const configuration = replaced(block, {
      '127.0.0.1:8081': `127.0.0.1:${plain[0]}`,
      '127.0.0.1:8082': `127.0.0.1:${plain[1]}`,
      'listen 80;': `listen 127.0.0.1:${await freePort()};`,
      'listen 443': `listen 127.0.0.1:${port}`,
      '/etc/ssl/my-app/cert.pem': certificate.certFile,
      '/etc/ssl/my-app/key.pem': certificate.keyFile,
    });
    writeFileSync(join(folder, 'my-app.conf'), configuration);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    // A client's connection must outlive the campaign.
    const http = ['access_log off;', 'keepalive_requests 1000000;', ...temporary, 'include my-app.conf;'];
    const main = [
      `pid ${folder}/nginx.pid;`,
      // Otherwise, its workers may not read the folder.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off;',
      'error_log stderr warn;',
      'events { worker_connections 1024; }',
      `http { ${http.join(' ')} }`,
    ];
    writeFileSync(join(folder, 'nginx.conf'), main.join('\n'));
    const args = ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
    return started('nginx', args, port, { reload: 'SIGHUP' });
  },

  haproxy: (options) => haproxy(options, blocks('haproxy')[0], options.plain),

  /** HTTP/2 to the processes as well. */
  'haproxy with HTTP/2'(options) {
    const [whole, backend] = blocks('haproxy');
    const text = whole.slice(0, whole.indexOf('\nbackend my_app\n') + 1) + backend;
    return haproxy(options, text, options.tls);
  },

  /** The haproxy.cfg of `fw add docker`, with a certificate. */
  async 'haproxy of Docker'(options) {
    const port = await freePort();
    const [block] = blocks('haproxy', DOCKER);
    const configuration = replaced(block, {
      'bind :8080': `bind 127.0.0.1:${port} ssl crt ${options.certificate.bothFile} alpn h2,http/1.1`,
      'site-1:8080': `127.0.0.1:${options.plain[0]}`,
      'site-2:8080': `127.0.0.1:${options.plain[1]}`,
    });
    return startHaproxy(options, configuration, port);
  },

  async caddy({ folder, certificate, plain }) {
    const port = await freePort();
    const [block] = blocks('caddy');
    const configuration = replaced(block, {
      'my-app.example {': `https://127.0.0.1:${port}, https://localhost:${port} {\n  tls ${certificate.certFile} ${certificate.keyFile}`,
      '127.0.0.1:8081': `127.0.0.1:${plain[0]}`,
      '127.0.0.1:8082': `127.0.0.1:${plain[1]}`,
    });
    const file = join(folder, 'Caddyfile');
    writeFileSync(
      file,
      `{\n  admin off\n  auto_https disable_redirects\n  skip_install_trust\n}\n${configuration}`,
    );
    const env = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
    return started('caddy', ['run', '--adapter', 'caddyfile', '--config', file], port, { env });
  },
};

async function haproxy(options, text, backends) {
  const { certificate } = options;
  const port = await freePort();
  const configuration = replaced(text, {
    '127.0.0.1:8081': `127.0.0.1:${backends[0]}`,
    '127.0.0.1:8082': `127.0.0.1:${backends[1]}`,
    'bind :80': `bind 127.0.0.1:${await freePort()}`,
    'bind :443': `bind 127.0.0.1:${port}`,
    '/etc/ssl/my-app/both.pem': certificate.bothFile,
    ...(text.includes('ca.pem') && { '/etc/ssl/my-app/ca.pem': certificate.certFile }),
  });
  return startHaproxy(options, configuration, port);
}

function startHaproxy({ folder }, text, port) {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  return started('haproxy', ['-W', '-db', '-f', file], port, { reload: 'SIGUSR2' });
}

/** Redis without persistence. */
export async function redis() {
  const port = await freePort();
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return started('redis-server', ['--port', String(port), ...settings], port);
}

export function folderFor(root, name) {
  const folder = join(root, name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder);
  return folder;
}

/** The certificate for the proxies and the processes, as PEM strings and as files. */
export function certificateIn(root) {
  const [certFile, keyFile] = ['cert.pem', 'key.pem'].map((name) =>
    fileURLToPath(new URL(`../../../packages/runtime/test/fixtures/tls/${name}`, import.meta.url)),
  );
  const [cert, key] = [certFile, keyFile].map((file) => readFileSync(file, 'utf8'));
  const bothFile = join(root, 'both.pem');
  writeFileSync(bothFile, cert + key);
  return { cert, key, certFile, keyFile, bothFile };
}

/** @throws Error with its output if it does not listen */
async function started(command, args, port, { reload, env = {} } = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-MOST_OUTPUT)));
  }
  // Runs if the campaign ends early.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  const ended = once(child, 'close').finally(() => process.off('exit', kill));
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const limit = performance.now() + START_LIMIT;
  while (!(await listens(port))) {
    if (!hasEnded && performance.now() < limit) continue;
    child.kill('SIGKILL');
    throw new Error(`${command} does not listen: ${output}`);
  }
  return {
    port,
    output: () => output,
    /** Reloads the configuration, as `systemctl reload` does: new workers take over. */
    reload: () => child.kill(reload),
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 2000);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function listens(port) {
  const socket = connect(port, '127.0.0.1');
  const isUp = await new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  if (!isUp) await new Promise((resolve) => setTimeout(resolve, 50));
  return isUp;
}

/** The code blocks of a page of docs/ in one language. */
function blocks(language, page = REVERSE_PROXY) {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  return Array.from(text.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g')), ([, block]) => block);
}

/** @throws Error if a string to replace is missing */
function replaced(text, replacements) {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration in docs/deploy has no ${from}.`);
    return result.replaceAll(from, to);
  }, text);
}
