// The start of a bundle in workerd, the runtime of Cloudflare Workers.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pinned } from '../cores.mjs';

export const binary = join(
  import.meta.dirname,
  `../node_modules/workerd-${process.platform}-${process.arch}/bin`,
  process.platform === 'win32' ? 'workerd.exe' : 'workerd',
);

export const COMPATIBILITY_DATE = '2026-07-01';

/** One process of workerd, which starts bundles repeatedly: each time in a new isolate, as Cloudflare does. */
export class Workerd {
  #child;
  #url;

  /** @returns undefined if workerd isn't available for this machine */
  static async start(bundles, { core }) {
    if (!existsSync(binary)) return undefined;
    const workerd = new Workerd();
    await workerd.#listen(bundles, core);
    return workerd;
  }

  /** @returns milliseconds of processor time, from creating the isolate to the first response of its bundle */
  async start({ name }) {
    const begun = processorTime(this.#child.pid);
    const response = await fetch(`${this.#url}?${encodeURIComponent(name)}`);
    const text = await response.text();
    const elapsed = processorTime(this.#child.pid) - begun;
    expectHello(name, text);
    return elapsed;
  }

  async stop() {
    this.#child.kill();
    await once(this.#child, 'exit');
  }

  async #listen(bundles, core) {
    const config = join(dirname(bundles[0].file), 'workerd.capnp');
    await writeFile(config, configuration(bundles));
    const args = ['serve', '--experimental', '--control-fd=3', config];
    this.#child = spawn(...pinned(core, binary, args), {
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    const failed = once(this.#child, 'exit').then(([code]) =>
      Promise.reject(new Error(`workerd ended with ${code}`)),
    );
    const listening = once(createInterface({ input: this.#child.stdio[3] }), 'line');
    const [line] = await Promise.race([listening, failed]);
    failed.catch(() => {});
    this.#url = `http://127.0.0.1:${JSON.parse(line).port}/`;
  }
}

/** For example, `2026-11-17`. */
export function workerdVersion() {
  return execFileSync(binary, ['--version'], { encoding: 'utf8' })
    .trim()
    .replace(/^workerd /, '');
}

/** @throws Error unless the response is the one of the applications of hello/ */
export function expectHello(name, text) {
  if (text !== 'Hello') throw new Error(`${name} responds with ${JSON.stringify(text)}`);
}

// The processor time of all threads, in milliseconds. Where Linux does not report it, the wall-clock time is used.
export function processorTime(pid) {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(`${tasks}/${pid}/schedstat`)) return performance.now();
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

// Loads the requested bundle and sends it a request. The clock of a Worker doesn't advance while it computes, so the time is
// measured outside.
const STARTER = `export default {
  async fetch(request, env) {
    const code = env[decodeURIComponent(new URL(request.url).search.slice(1))];
    const worker = env.LOADER.load({
      compatibilityDate: ${JSON.stringify(COMPATIBILITY_DATE)},
      mainModule: 'worker.js',
      modules: { 'worker.js': code },
    });
    return worker.getEntrypoint().fetch('http://localhost/');
  },
};`;

function configuration(bundles) {
  const texts = bundles.map(
    ({ name, file }) => `(name = ${JSON.stringify(name)}, text = embed ${JSON.stringify(basename(file))})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = ${JSON.stringify(STARTER)})],
    compatibilityDate = ${JSON.stringify(COMPATIBILITY_DATE)},
    bindings = [(name = "LOADER", workerLoader = ()), ${texts.join(', ')}],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
}
