import { expect } from 'vitest';
import { startServer } from './server.ts';

/** A request to `localhost:8080` as it is typed, with its body if any, and what it prints. */
export interface CurlExchange {
  readonly path: string;
  readonly data: string | undefined;
  readonly printed: string;
}

/** The requests of a session on a shell, as `$ curl localhost:8080/path -d '{}'`, each with what follows it. */
export function curlExchanges(session: string): CurlExchange[] {
  const typed = session.matchAll(/^\$ curl localhost:8080(\S*)(?: -d '(.*)')?\n((?:(?!\$ ).*\n)*)/gm);
  return Array.from(typed, ([, path = '', data, printed = '']) => ({ path, data, printed }));
}

/** Starts a script that serves, asks it, compares what it answers, and stops it. */
export async function expectPrinted(
  script: string,
  cwd: string,
  exchanges: readonly CurlExchange[],
): Promise<void> {
  const server = await startServer(process.execPath, [script], {
    cwd,
    env: { HOST: '127.0.0.1', PORT: '0' },
  });
  try {
    for (const { path, data, printed } of exchanges) {
      // What curl says of data.
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const init = data === undefined ? {} : { method: 'POST', headers, body: data };
      const response = await fetch(server.url + path, init);
      // A terminal begins the next line at the end of what lacks one.
      expect((await response.text()).replace(/\n?$/, '\n')).toBe(printed);
    }
  } finally {
    expect(await server.stop()).toBe(0);
  }
}
