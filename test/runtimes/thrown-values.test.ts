// Handlers that throw and return what no handler should, served by run() and beside it, on each runtime.
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type AppServer, startServer } from '../support/server.ts';
import { engineOf, PLAIN, type Runtime, SERVING_RUNTIMES } from './runtimes.ts';
import { essentialFirst } from '../support/essential-first.ts';

interface Failure {
  readonly name: string;
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Served {
  readonly variant: 'a' | 'b';
  readonly setup: string;
  readonly url: string;
}

interface Noted {
  readonly lines: number;
  readonly unhandled: number;
}

/** The output of the program: its servers, and the values that handlers throw and return. */
interface Program {
  readonly served: readonly Served[];
  readonly thrown: readonly Failure[];
  readonly responses: readonly Failure[];
}

/** Requests that are rejected before a handler runs. */
const REJECTED: readonly (Failure & { readonly path: string; readonly init?: RequestInit })[] = [
  { name: 'an invalid escape', path: '/%zz', status: 400 },
  { name: 'an escape that is no UTF-8', path: '/%ff', status: 400 },
  {
    name: 'a body over the limit',
    path: '/ping',
    init: { method: 'POST', body: 'x'.repeat(2000) },
    status: 413,
  },
];

/** The setups of essential tests. */
const COMMON = /^(?:plain|handled|toNodeHandler|WebSockets)$/;

function start(
  runtime: Runtime,
  program: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<AppServer> {
  const options = {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...PLAIN, ...engineOf(runtime), ...environment },
  };
  const file = join(import.meta.dirname, 'programs', program);
  return startServer(runtime.binary, [...runtime.args, file], options);
}

for (const runtime of SERVING_RUNTIMES) {
  describe(`on ${runtime.name}`, { tags: runtime.tags }, () => {
    let server: AppServer;
    let program: Program;

    beforeAll(async () => {
      if (runtime.absent !== undefined) return;
      server = await start(runtime, 'failing.mjs');
      program = JSON.parse(/^SERVERS (.*)$/m.exec(server.output())?.[1] ?? '');
    });

    beforeEach(({ skip }) => {
      if (runtime.absent !== undefined) skip(runtime.absent);
    });

    afterAll(() => server?.stop());

    for (const isRare of [false, true]) {
      for (const { some, tags } of essentialFirst(['throw', 'respond', 'reject', 'respond-later'], 2))
        test.each(some)(
          'no value that a handler passes to %s ends the process, and each has a response and at most one log line (S5)',
          { tags: isRare ? ['full'] : tags, timeout: 240_000 },
          async (way) => {
            const { served, thrown, responses } = program;
            const failures = way.startsWith('respond') ? responses : thrown;
            expect(failures.length).toBeGreaterThan(way.startsWith('respond') ? 28 : 75);
            const faults: string[] = [];
            for (const { variant, setup, url } of served) {
              if (COMMON.test(setup) === isRare) continue;
              // The renderer and the logs are called by code that is the same on every runtime.
              if (runtime.tags.length > 0 && /^a (?:renderer|log)/.test(setup)) continue;
              // Asynchronous failures differ only in the pipeline, which all setups share.
              if (/^reject|later$/.test(way) && !/^(?:plain|handled|app\.fetch)$/.test(setup)) continue;
              let before = await ping(url);
              for (const [index, failure] of failures.entries()) {
                // A platform that calls `fetch` reads the stream itself.
                if (setup === 'app.fetch' && failure.name.startsWith('a stream')) continue;
                const fault = await violationOf(failure, `${url}/${way}/${index}`, setup);
                const after = await ping(url);
                // A renderer that fails is logged, and so is the error that it has not rendered.
                const most = setup.startsWith('a renderer') ? 2 : 1;
                const where = `${variant}, ${setup}: ${failure.name}`;
                if (fault !== undefined) faults.push(`${where}: ${fault}`);
                if (after.lines > before.lines + most)
                  faults.push(`${where}: ${after.lines - before.lines} lines`);
                if (after.unhandled > before.unhandled) faults.push(`${where}: an unhandled error`);
                before = after;
              }
            }
            expect(faults).toEqual([]);
          },
        );
    }

    test('no rejected request ends the process, whatever renders its response (S5)', async () => {
      const faults: string[] = [];
      for (const { variant, setup, url } of program.served) {
        // The platforms of this test send no body.
        const cases = setup === 'app.fetch' ? REJECTED.slice(0, 2) : REJECTED;
        for (const { name, path, init, status } of cases) {
          const before = await ping(url);
          // An Express application may have a route for the path (P1), and read the body with a limit of its own.
          const expected = setup !== 'toNodeHandler with next' ? status : status === 400 ? 404 : 405;
          const fault = await violationOf({ name, status: expected }, `${url}${path}`, setup, init);
          const after = await ping(url);
          const where = `${variant}, ${setup}: ${name}`;
          if (fault !== undefined) faults.push(`${where}: ${fault}`);
          if (after.lines > before.lines + 2) faults.push(`${where}: ${after.lines - before.lines} lines`);
          if (after.unhandled > before.unhandled) faults.push(`${where}: an unhandled error`);
        }
      }
      expect(faults).toEqual([]);
    });

    for (const { some, tags } of essentialFirst([
      { VARIANT: 'b', SETUP: 'plain' },
      { VARIANT: 'a', SETUP: 'plain' },
      { VARIANT: 'b', SETUP: 'a renderer that rejects' },
    ]))
      test.skipIf(!runtime.name.startsWith('Node')).each(some)(
        'no value that a handler throws or returns ends a worker: variant $VARIANT, $SETUP (S5)',
        { tags },
        async (environment) => {
          const workers = await start(runtime, 'failing-workers.mjs', environment);
          try {
            const faults: string[] = [];
            for (const way of ['throw', 'respond']) {
              const failures = way === 'throw' ? program.thrown : program.responses;
              for (const [index, failure] of failures.entries()) {
                const fault = await violationOf(failure, `${workers.url}/${way}/${index}`, 'workers');
                if (fault !== undefined) faults.push(`${failure.name}: ${fault}`);
              }
            }
            for (const { name, path, init, status } of REJECTED) {
              const fault = await violationOf({ name, status }, `${workers.url}${path}`, 'workers', init);
              if (fault !== undefined) faults.push(`${name}: ${fault}`);
            }
            expect(faults).toEqual([]);
            expect(workers.output()).not.toContain('A worker exited.');
          } finally {
            await workers.stop();
          }
        },
      );

    test.skipIf(!/^(?:Node|Bun$|Deno, native)/.test(runtime.name))(
      'no value that a hook of a WebSocket throws ends the process, and each has at most one log line (S5)',
      { tags: ['full'], timeout: 240_000 },
      async () => {
        const { served, thrown } = program;
        const faults: string[] = [];
        for (const { variant, url } of served.filter(({ setup }) => setup === 'WebSockets')) {
          for (const hook of ['upgrade', 'open', 'message', 'close']) {
            for (const [index, { name, status }] of thrown.entries()) {
              const expected = hook === 'upgrade' ? status : hook === 'close' ? 4000 : 1011;
              const before = await ping(url);
              for (const query of ['', '?later']) {
                const code = await closeCodeOf(`${url}/socket/${hook}/${index}${query}`);
                if (code !== expected) faults.push(`${variant}, ${hook}${query}, ${name}: ${code}`);
              }
              const after = await ping(url);
              if (after.lines > before.lines + 2) faults.push(`${variant}, ${hook}, ${name}: too many lines`);
              if (after.unhandled > before.unhandled) faults.push(`${variant}, ${hook}, ${name}: unhandled`);
            }
          }
        }
        expect(faults).toEqual([]);
      },
    );
  });
}

/** Opens a socket whose hook fails, and sends a message. @returns the status of a rejection, or the code of the close */
async function closeCodeOf(url: string): Promise<number> {
  const socket = new WebSocket(url.replace('http', 'ws'));
  try {
    return await new Promise<number>((resolve, reject) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', reject).on('close', resolve);
      socket.on('open', () => {
        socket.send('message');
        if (url.includes('/close/')) socket.close(4000);
      });
    });
  } finally {
    socket.terminate();
  }
}

async function ping(url: string): Promise<Noted> {
  const response = await fetch(`${url}/ping`, { signal: AbortSignal.timeout(10_000) });
  return (await response.json()) as Noted;
}

/** The violations in a response to a request whose handler fails. */
async function violationOf(
  { status, body, headers }: Failure,
  url: string,
  setup: string,
  init: RequestInit = {},
): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { Accept: 'application/problem+json' },
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (response.status !== status) return `status ${response.status}, not ${status}: ${text.slice(0, 200)}`;
    for (const [name, value] of Object.entries(headers ?? {})) {
      if (response.headers.get(name) !== value) return `the header ${name} is missing`;
    }
    if (response.headers.has('set-cookie')) return 'a header was split';
    if (body === undefined) return undefined;
    const document = JSON.parse(text) as Record<string, unknown>;
    const wrong = Object.entries(body).filter(([name, value]) => document[name] !== value);
    return wrong.length === 0 ? undefined : `the document lacks ${JSON.stringify(wrong)}: ${text}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return `${message} ${String((cause as Error | undefined)?.message)} (${setup})`;
  }
}
