import { expect } from 'vitest';
import { startServer } from './server.ts';

/** A curl command of a console session, sent to `localhost:8080`, with its body if it has one, and its output. */
export interface CurlExchange {
  readonly path: string;
  readonly data: string | undefined;
  readonly printed: string;
}

/** The curl commands of a console session, such as `$ curl localhost:8080/path -d '{}'`, each with the lines below it. */
export function curlExchanges(session: string): CurlExchange[] {
  const typed = session.matchAll(/^\$ curl localhost:8080(\S*)(?: -d '(.*)')?\n((?:(?!\$ ).*\n)*)/gm);
  return Array.from(typed, ([, path = '', data, printed = '']) => ({ path, data, printed }));
}

/** Starts a script that serves, sends the requests, compares the responses, and stops the script. */
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
      // curl sends data with this content type.
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const init = data === undefined ? {} : { method: 'POST', headers, body: data };
      const response = await fetch(server.url + path, init);
      // The session shows each prompt on its own line, also after output without a line break.
      expect((await response.text()).replace(/\n?$/, '\n')).toBe(printed);
    }
  } finally {
    expect(await server.stop()).toBe(0);
  }
}
