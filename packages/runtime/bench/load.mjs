// Loads a server for a while over keep-alive connections: with wrk where it is installed, else with autocannon.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const CONNECTIONS = 32;

const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
const canPin = spawnSync('taskset', ['-V']).error === undefined;
export const loadTool = hasWrk ? 'wrk' : 'autocannon';

/** @returns the command that runs a program on one core, or the program itself where that cannot be had */
export function pinned(core, command, args) {
  return canPin && core !== undefined ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];
}

/**
 * @param target the port; `{ method?, path, send?, status }` of a check in site.mjs; the core that the load comes from
 * @returns how many requests were answered; it throws when an answer had another kind of status or a socket failed
 */
export async function load({ port, request, core }, milliseconds) {
  const url = `http://127.0.0.1:${port}${request.path}`;
  const run = hasWrk ? loadWithWrk : loadWithAutocannon;
  const { answered, failed, notOk } = await run(url, request, milliseconds, core);
  const wrong = request.status < 400 ? notOk : answered - notOk;
  if (answered === 0 || failed > 0 || wrong > 0) {
    throw new Error(`${url}: ${answered} answers, ${failed} socket errors, ${wrong} of another status`);
  }
  return answered;
}

async function loadWithWrk(url, request, milliseconds, core) {
  const folder = mkdtempSync(join(tmpdir(), 'fw-bench-'));
  const script = join(folder, 'request.lua');
  writeFileSync(
    script,
    request.send === undefined
      ? ''
      : `wrk.method = "${request.method}"\nwrk.body = [==[${request.send}]==]\nwrk.headers["Content-Type"] = "application/json"\n`,
  );
  const args = [
    '-t',
    '1',
    '-c',
    String(CONNECTIONS),
    '-d',
    `${Math.ceil(milliseconds / 1000) + 1}s`,
    '-s',
    script,
    url,
  ];
  // It takes whole seconds only; interrupted before them it ends at once and reports.
  const out = await output(...pinned(core, 'wrk', args), milliseconds);
  rmSync(folder, { recursive: true });
  return {
    answered: Number(/(\d+) requests in/.exec(out)?.[1] ?? 0),
    failed: (/Socket errors: (.*)/.exec(out)?.[1].match(/\d+/g) ?? []).reduce(
      (sum, text) => sum + Number(text),
      0,
    ),
    notOk: Number(/Non-2xx or 3xx responses: (\d+)/.exec(out)?.[1] ?? 0),
  };
}

async function loadWithAutocannon(url, request, milliseconds, core) {
  const seconds = String(Math.ceil(milliseconds / 1000));
  const program = fileURLToPath(import.meta.resolve('autocannon'));
  const post =
    request.send === undefined
      ? []
      : ['-m', request.method, '-b', request.send, '-H', 'Content-Type=application/json'];
  const args = [program, '--json', '-c', String(CONNECTIONS), '-d', seconds, ...post, url];
  const result = JSON.parse(await output(...pinned(core, process.execPath, args)));
  return {
    answered: result.requests.total,
    failed: result.errors + result.timeouts,
    notOk: result.non2xx,
  };
}

async function output(command, args, milliseconds) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  if (milliseconds !== undefined) setTimeout(() => child.kill('SIGINT'), milliseconds);
  return text(child.stdout);
}
