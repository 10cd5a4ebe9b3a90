// npm run demo [-- [folder] [--variant a|b]]: installs, builds, creates a project that uses this checkout and serves it on
// port 8080. A project of an earlier demo is served again, with the current packages.
// Written in plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isUntouched, createProject, lookAt, packPackages, renew } from './demo-project.mjs';
import { npm, npmCommand } from './npm.mjs';
import { setup } from './setup.mjs';

const usage = 'Usage: npm run demo -- [folder] [--variant a|b]';
const port = Number(process.env.PORT || 8080);
const variants = ['a', 'b'];

const { folder, variant } = readArguments();
const project =
  folder === undefined ? join(mkdtempSync(join(tmpdir(), 'fw-demo-')), 'my-site') : resolve(folder);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  fail(`PORT is "${process.env.PORT}": give a number from 1 to 65535.`, 2);
}
if (variant !== undefined && !variants.includes(variant)) {
  fail(`Unknown variant "${variant}": choose a or b.`, 2);
}
const found = lookAt(project);
if (found.kind === 'other') {
  fail(`${folder} is neither an empty folder nor a project of this demo: choose another folder.`, 2);
}
await exitIfPortTaken();
setup();
prepare(packPackages());
npm(['install', '--no-fund', '--no-audit', '--prefer-offline', '--loglevel=error'], { cwd: project });
await serve();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { variant: { type: 'string' } },
      allowPositionals: true,
    });
    // Without "--", npm consumes the flag itself, and may leave its value as an argument.
    const kept = process.env.npm_config_variant;
    const variant = values.variant ?? (kept === 'true' ? positionals.pop() : kept);
    if (positionals.length > 1) fail(`Unexpected argument "${positionals[1]}". ${usage}`, 2);
    return { folder: positionals[0], variant };
  } catch (error) {
    return fail(`${error.message} ${usage}`, 2);
  }
}

function prepare(urls) {
  const wanted = variant ?? found.variant ?? 'b';
  const title = `a project with variant ${wanted.toUpperCase()}`;
  if (found.variant === wanted) {
    renew(project, urls);
    console.log(`Found ${title} from an earlier demo in ${project}. Installing its packages …`);
    return;
  }
  if (found.kind === 'project' && !isUntouched(project, found.variant)) {
    const sentence = `${folder} contains a project with variant ${found.variant.toUpperCase()} that has been changed`;
    fail(`${sentence}: choose another folder, or remove it first.`, 1);
  }
  createProject(project, wanted, urls, ...(found.kind === 'project' ? ['--overwrite'] : []));
  console.log(`Created ${title} in ${project}. Installing its packages …`);
}

async function exitIfPortTaken() {
  const server = createServer();
  server.listen(port);
  try {
    await once(server, 'listening');
  } catch (error) {
    fail(`Can't listen on port ${port} (${error.code}): stop the other server, or set PORT.`, 1);
  }
  server.close();
  await once(server, 'close');
}

function fail(sentence, exitCode) {
  console.error(sentence);
  process.exit(exitCode);
}

async function serve() {
  const { command, args, shell } = npmCommand('run', '--silent', 'dev');
  const windows = process.platform === 'win32';
  // A process group of its own, because npm does not forward signals to the processes of its scripts.
  const server = spawn(command, args, { cwd: project, stdio: 'inherit', shell, detached: !windows });
  server.on('exit', (code) => process.exit(code ?? 0));
  const stop = (signal) => (windows ? server.kill(signal) : process.kill(-server.pid, signal));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  // Built by setup().
  const { endOfScript } = await import('../../packages/cli/dist/cli/src/project/script-parent.js');
  endOfScript(process.env)?.addEventListener('abort', () => stop('SIGTERM'));
  while (!(await responds(`http://127.0.0.1:${port}/ping`)))
    await new Promise((wake) => setTimeout(wake, 100));
  const token = readFileSync(join(project, '.fw', 'dev', 'token'), 'utf8').trim();
  console.log(`
The app is running. Open
  http://localhost:${port}/      plain text
  http://localhost:${port}/ping  {"ack": the time in seconds}
  http://localhost:${port}/_fw?token=${token}   the inspector: what each middleware did with a request
Change ${join(project, 'src', 'action', 'hello-world.ts')} and reload. Press Ctrl-C to stop.`);
}

async function responds(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
