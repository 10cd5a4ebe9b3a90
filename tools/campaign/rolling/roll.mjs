// Two processes behind proxies, restarted one after the other while visitors send requests.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../shared/free-port.mjs';
import { Visitors } from './clients.mjs';
import { folderFor, proxies, redis } from './proxies.mjs';

// In milliseconds: the time that proxies need to notice a restarted process.
const SETTLING = 3000;
const LONGEST_STOP = 30_000;

/**
 * @param candidate `{ name, processes, delay }`: the two programs with their options, and `SHUTDOWN_DELAY` in seconds
 * @param plan `{ restarts, names, visitors, pace, certificate, root }`
 * @returns `{ name, ways, stops }`: the outcomes of the requests by proxy and protocol, and how long each process took to stop
 */
export async function roll(candidate, { restarts, names, visitors, pace, certificate, root }) {
  const stopping = [];
  const stops = [];
  try {
    const store = await redis();
    stopping.push(store.stop);
    const ports = [0, 1].map(async () => ({ plain: await freePort(), tls: await freePort() }));
    const processes = await Promise.all(
      ports.map(async (given, index) => {
        const { program, ...own } = candidate.processes[index];
        const { cert, key } = certificate;
        const redisUrl = `redis://127.0.0.1:${store.port}`;
        return new AppProcess(program, { ...own, ...(await given), redisUrl, cert, key }, candidate.delay);
      }),
    );
    stopping.push(...processes.map((app) => () => app.kill()));
    for (const app of processes) await app.start();
    const [plain, tls] = ['plain', 'tls'].map((kind) => processes.map(({ options }) => options[kind]));
    const proxied = [];
    for (const name of names) {
      const folder = folderFor(root, `${candidate.name} ${name}`);
      const proxy = await proxies[name]({ folder, certificate, plain, tls });
      stopping.push(proxy.stop);
      proxied.push([name, proxy]);
    }
    await setTimeout(SETTLING);
    const ways = proxied.flatMap(([name, { port }]) =>
      ['HTTP/1', 'HTTP/2'].map((protocol) => ({
        name: `${name}, ${protocol}`,
        crowd: new Visitors(protocol, port, visitors, pace),
      })),
    );
    await setTimeout(SETTLING);
    for (let restart = 0; restart < restarts; restart++) {
      for (const app of processes) {
        stops.push(await app.stop());
        await app.start();
        await setTimeout(SETTLING);
      }
    }
    await Promise.all(ways.map(({ crowd }) => crowd.end()));
    return { name: candidate.name, ways: ways.map(({ name, crowd }) => ({ name, ...crowd })), stops };
  } finally {
    for (const stop of stopping.toReversed()) await stop();
  }
}

class AppProcess {
  #program;
  #delay;
  #child;

  constructor(program, options, delay) {
    this.#program = new URL(`${program}.mjs`, import.meta.url);
    this.options = options;
    this.#delay = delay;
  }

  async start() {
    const child = fork(this.#program, [JSON.stringify(this.options)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: '',
        PORT: '',
        SHUTDOWN_DELAY: String(this.#delay),
      },
    });
    this.#child = child;
    const [message] = await Promise.race([once(child, 'message'), once(child, 'close').then(() => [])]);
    if (message !== 'listens') throw new Error(`${this.#program.pathname} does not start.`);
  }

  /** @returns `{ code, milliseconds }` */
  async stop() {
    const begun = performance.now();
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    const child = this.#child;
    const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP);
    const [code, signal] = await ended;
    clearTimeout(timer);
    return { code: code ?? signal, milliseconds: Math.round(performance.now() - begun) };
  }

  async kill() {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }
}
