import { type Child, startChild } from './child-process.ts';

/** An app in `fixtures/workers.mjs`. */
export interface WorkersSite {
  readonly child: Child;
  readonly port: number;
  readonly started: Started;
  /** The processes that have listened. */
  readonly listening: readonly number[];
  /** All its messages so far. */
  readonly told: readonly unknown[];
  /** Resolves when it has sent a message this often. */
  tells(what: unknown, times?: number): Promise<void>;
  /** When as many have listened. */
  listen(count: number): Promise<void>;
  /** The next thing that it says on standard error, or that which is given; without the numbers of its processes. */
  says(text?: string): Promise<string>;
}

interface Started {
  readonly port: number;
  readonly url: string;
  readonly listening: boolean;
  readonly primary: number;
}

/** @param starts whether to wait until it serves */
export async function workersOf(
  environment: Readonly<Record<string, string>> = {},
  starts = true,
): Promise<WorkersSite> {
  const child = startChild('workers.mjs', { HOST: '127.0.0.1', PORT: '0', ...environment });
  const told: unknown[] = [];
  const said: string[] = [];
  const listening: number[] = [];
  let started: Started | undefined;
  async function next(): Promise<void> {
    const what = (await child.told()) as { listens?: number; said?: string; port?: number } | string;
    told.push(what);
    if (typeof what === 'string') return;
    if (what.listens !== undefined) listening.push(what.listens);
    if (what.said !== undefined) said.push(what.said);
    if (what.port !== undefined) started = what as Started;
  }
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await next();
  }
  if (starts) await until(() => started !== undefined);
  return {
    child,
    told,
    listening,
    started: started as unknown as Started,
    port: (started as unknown as Started | undefined)?.port ?? 0,
    tells: (what, times = 1) =>
      until(() => told.filter((item) => JSON.stringify(item) === JSON.stringify(what)).length >= times),
    listen: (count) => until(() => listening.length >= count),
    async says(text) {
      for (;;) {
        await until(() => said.length > 0);
        const line = said.shift() as string;
        if (text === undefined || text === line) return line;
      }
    },
  };
}
