// npm run demo [-- [folder] [--variant a|b]]: installs, builds, lays down a site, installs it against this checkout and
// serves it on port 8080. Written in plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { setup } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const port = Number(process.env.PORT || 8080);

const { values, positionals } = readArguments();
setup();
const site =
  positionals[0] === undefined
    ? join(mkdtempSync(join(tmpdir(), 'fw-demo-')), 'my-site')
    : resolve(positionals[0]);
layDown(site, packPackages());
run('npm', ['install', '--no-fund', '--no-audit', '--loglevel=error'], { cwd: site });
await serve(site);

function readArguments() {
  try {
    return parseArgs({ options: { variant: { type: 'string', default: 'b' } }, allowPositionals: true });
  } catch (error) {
    console.error(`${error.message} Usage: npm run demo -- [folder] [--variant a|b]`);
    process.exit(2);
  }
}

/** Packs both packages as they would be published, so that the site gets what its users would get; by name. */
function packPackages() {
  const folder = join(root, 'node_modules', '.cache', 'fw-demo');
  mkdirSync(folder, { recursive: true });
  const args = ['pack', '--json', '--silent', '--workspaces', '--pack-destination', folder];
  const packed = run('npm', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  // npm 11 prints a list, newer ones a map by name.
  const files = Object.values(JSON.parse(packed.stdout.toString()));
  return Object.fromEntries(files.map(({ name, filename }) => [name, join(folder, filename)]));
}

function layDown(folder, tarballs) {
  const cli = join(root, 'packages', 'create-fw-app', 'dist', 'cli.js');
  run(process.execPath, [cli, folder, '--variant', values.variant, '--no-install', '--no-git'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      FW_RUNTIME_SPEC: pathToFileURL(tarballs['fw-runtime']).href,
      FW_CREATE_SPEC: pathToFileURL(tarballs['create-fw-app']).href,
    },
  });
  console.log(`Laid down a site of variant ${values.variant.toUpperCase()} in ${folder}; installing it …`);
}

async function serve(folder) {
  const windows = process.platform === 'win32';
  // A process group of its own, because npm does not hand signals on to what its scripts start.
  const server = spawn('npm', ['run', '--silent', 'dev'], {
    cwd: folder,
    stdio: 'inherit',
    shell: windows,
    detached: !windows,
  });
  server.on('exit', (code) => process.exit(code ?? 0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (windows ? server.kill(signal) : process.kill(-server.pid, signal)));
  }
  while (!(await answers(`http://127.0.0.1:${port}/ping`)))
    await new Promise((wake) => setTimeout(wake, 100));
  console.log(`
The site runs. Open
  http://localhost:${port}/      plain text
  http://localhost:${port}/ping  {"ack": the time in seconds}
Change ${join(folder, 'src', 'action', 'hello-world.ts')} and reload. Ctrl-C stops it.`);
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function run(command, args, options) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  });
  if (result.status === 0) return result;
  console.error(
    `${command} ${args.join(' ')} failed; fix what it reports above and run the same command again.`,
  );
  process.exit(result.status ?? 1);
}
