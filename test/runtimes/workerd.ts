import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { basename, dirname } from 'node:path';
import { execa } from 'execa';
import type { Report } from './report.ts';
import { workerd } from './runtimes.ts';

/** The compatibility date of the Worker: no module of Node, unless a flag enables them. */
export const COMPATIBILITY_DATE = '2026-07-01';

/** The response of programs/bundled.mjs. */
export interface WorkerReport extends Report {
  readonly platform?: { readonly env: unknown; readonly waitUntil: string };
}

/** A Worker that listens. */
export interface RunningWorker {
  /** Without a trailing slash. */
  readonly url: string;
  /** Ends it; returns its output on standard error. */
  stop(): Promise<string>;
}

/** The response of a Worker, a single module, to a request. */
export async function requestWorker(file: string, flags: readonly string[] = []): Promise<WorkerReport> {
  const worker = await startWorker(file, flags);
  try {
    const response = await fetch(`${worker.url}/`);
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    throw new Error(`${response.status} ${text} ${await worker.stop()}`);
  } finally {
    await worker.stop();
  }
}

/** Serves a Worker from a single module. */
export async function startWorker(file: string, flags: readonly string[] = []): Promise<RunningWorker> {
  const config = `${file}.capnp`;
  await writeFile(config, configuration(basename(file), flags));
  const child = execa(workerd.binary, ['serve', '--control-fd=3', config], {
    cwd: dirname(file),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    reject: false,
  });
  const stop = async (): Promise<string> => {
    child.kill();
    return (await child).stderr;
  };
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdio[3] as NodeJS.ReadableStream }).on('line', (line) => {
      const { event, port } = JSON.parse(line);
      if (event === 'listen') resolve(port);
    });
    void child.then(({ stderr }) => reject(new Error(`workerd ended: ${stderr}`)));
  });
  return { url: `http://127.0.0.1:${port}`, stop };
}

function configuration(module: string, flags: readonly string[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed ${JSON.stringify(module)})],
    compatibilityDate = ${JSON.stringify(COMPATIBILITY_DATE)},
    compatibilityFlags = ${JSON.stringify(flags)},
    bindings = [(name = "GREETING", text = "hello")],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
}
