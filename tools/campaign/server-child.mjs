// The process of a candidate, seen from the campaign (see server-process.mjs).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runtimeAt as installedRuntime } from '../shared/runtimes.mjs';

const program = fileURLToPath(new URL('server-process.mjs', import.meta.url));
/** The Node that runs the campaign, or another runtime that the benchmark installs. */
function runtimeAt(name) {
  return name === 'node' ? { path: process.execPath, args: [] } : installedRuntime(name);
}

const STDERR_KEPT = 3000;
const SILENCE = 10_000;

export class ServerChild {
  #child;
  #pending = new Map();
  #questions = 0;
  #stderr = '';

  /** @param options of the `start` of a server */
  constructor(server, options) {
    const { path, args } = runtimeAt(options.runtime);
    const flags = { node: ['--expose-gc'], bun: [], deno: ['--v8-flags=--expose-gc'] }[options.runtime];
    this.#child = spawn(path, [...args, ...flags, program, server, JSON.stringify(options)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production', HOST: '', PORT: '' },
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT);
    });
    /** `{ code, signal, stderr }` */
    this.ended = once(this.#child, 'close').then(([code, signal]) => ({
      code,
      signal,
      stderr: this.#stderr,
    }));
    this.#child.on('message', ({ id, ...message }) => this.#pending.get(id)?.(message));
    // A request may reach a process that is ending.
    this.#child.on('error', () => {});
    this.ready = this.#responseTo(0);
  }

  /** @returns the report of server-process.mjs; undefined if the process has ended or does not respond */
  report() {
    const id = ++this.#questions;
    if (!this.#child.connected) return Promise.resolve(undefined);
    const response = this.#responseTo(id);
    this.#child.send(id, () => {});
    return response;
  }

  kill(signal) {
    this.#child.kill(signal);
  }

  async #responseTo(id) {
    let timer;
    const response = new Promise((resolve) => {
      this.#pending.set(id, resolve);
      timer = setTimeout(resolve, SILENCE);
      void this.ended.then(() => resolve(undefined));
    });
    const message = await response;
    clearTimeout(timer);
    this.#pending.delete(id);
    return message;
  }
}
