// One list of spellings, sent over sockets to every edge where two programs read a path, on every runtime.
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer } from '../support/server.ts';
import {
  HOSTILE_SPELLINGS,
  LEGITIMATE_URLS,
  type LegitimateUrl,
  RESERVED_ESCAPES,
  spell,
} from '../support/spellings.ts';
import { MODULE_RUNTIMES, PLAIN } from './runtimes.ts';

const FOLDER = '/api/private';
const characters = RESERVED_ESCAPES.map(([, character]) => character);
const settings = JSON.stringify({ values: LEGITIMATE_URLS, characters, folder: FOLDER });

const HOSTILE = HOSTILE_SPELLINGS.flatMap((spelling) =>
  ['', '/s.txt', '/mounted/x'].map((rest) => ({
    target: spell(spelling, FOLDER, rest),
    isRaw: spelling.raw === true,
  })),
);
/** Static text and prefixes of mounted applications, escaped where the canonical form isn't. */
const RESPELLED = [
  ...RESERVED_ESCAPES.flatMap(([escape]) =>
    [escape, escape.toLowerCase()].flatMap((one) => [`/r${one}me`, `/m${one}/x`, `/f${one}/s.txt`]),
  ),
  '/f%5B/s.txt',
  '/f%5d/s.txt',
  '/f%c3%bc/s.txt',
].map((target) => ({ target, isRaw: false }));

/** The edges of essential tests. */
const COMMON = /^(?:Fw alone|static|proxy|Express|app\.fetch behind an if)$/;

/** The edges whose guards aren't Fw's, so that static text must be spelled as registered. */
const BEHIND = /^(?:own|Express|app\.fetch behind an if)|strict/;

for (const runtime of MODULE_RUNTIMES) {
  for (const variant of ['a', 'b']) {
    // The routers are the same code on every runtime.
    for (const router of runtime.tags.length === 0
      ? ['tree', 'find-my-way', 'rou3', 'path-to-regexp']
      : ['tree']) {
      const isMain = router === 'tree' && variant === 'b';
      describe(
        `${runtime.name}, variant ${variant}, ${router}`,
        { tags: isMain ? runtime.tags : ['full'] },
        () => {
          let edges: Readonly<Record<string, string>> = {};
          let urls: readonly string[] = [];
          let stop: () => Promise<unknown> = () => Promise.resolve();

          beforeAll(async () => {
            if (runtime.absent !== undefined) return;
            const { binary, args } = runtime;
            const program = join(import.meta.dirname, 'programs', 'edges.mjs');
            const server = await startServer(binary, [...args, program, variant, router, settings], {
              cwd: join(import.meta.dirname, '..', '..'),
              env: PLAIN,
            });
            ({ stop } = server);
            const line = server
              .output()
              .split('\n')
              .find((one) => one.startsWith('{'));
            ({ edges, urls } = JSON.parse(line ?? '{}') as { edges: typeof edges; urls: typeof urls });
          });

          beforeEach(({ skip }) => {
            if (runtime.absent !== undefined) skip(runtime.absent);
          });

          afterAll(() => stop());

          for (const isRare of [false, true]) {
            const tags = isRare ? ['full'] : [];
            const tried = (): [edge: string, url: string][] =>
              Object.entries(edges).filter(([edge]) => COMMON.test(edge) !== isRare);

            test(
              'no hostile spelling reaches a handler or a file past its guard (P1, P2, H6)',
              { tags },
              async () => {
                const reached: string[] = [];
                for (const [edge, url] of tried()) {
                  const at = prefixOf(edge);
                  const targets = BEHIND.test(edge) ? [...HOSTILE, ...RESPELLED] : HOSTILE;
                  await inParallel(targets, async ({ target, isRaw }) => {
                    // Bun compares its routes with the target as received, and resolves the path only then, so its routes are no guards.
                    if (isRaw && edge === 'app.fetch behind routes') return;
                    const { body } = await send(url, at + target);
                    if (body.includes('SECRET')) reached.push(`${edge}: ${JSON.stringify(at + target)}`);
                  });
                }
                expect(reached).toEqual([]);
                expect(tried().length).toBeGreaterThan(isRare ? 10 : 4);
              },
            );

            test(
              'every URL of an ordinary client reaches its route on every edge (P1, P2)',
              { tags },
              async () => {
                const wrong: string[] = [];
                for (const [edge, url] of tried()) {
                  const at = prefixOf(edge);
                  const targets = LEGITIMATE_URLS.flatMap(({ target }, index) => [
                    { index, target },
                    // As in the source of the application.
                    { index, target: urls[index] as string },
                  ]);
                  await inParallel(targets, async ({ index, target }) => {
                    const { route, params } = LEGITIMATE_URLS[index] as LegitimateUrl;
                    const { status, body } = await send(url, at + target);
                    if (status !== 200 || body !== JSON.stringify({ route, params })) {
                      wrong.push(`${edge}: ${at + target} is ${status} ${body.slice(0, 80)}`);
                    }
                  });
                }
                expect(wrong).toEqual([]);
              },
            );
          }
        },
      );
    }
  }
}

/** The path that the application is mounted under. */
function prefixOf(edge: string): string {
  return /prefix|Hono|h3/.test(edge) ? '/fw' : '';
}

async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (let index = 0; index < items.length; index += 20) {
    await Promise.all(items.slice(index, index + 20).map(run));
  }
}

async function send(url: string, target: string): Promise<{ status: number; body: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  socket.on('error', () => {}).write(Buffer.from(head, 'latin1'));
  socket.setTimeout(10_000, () => socket.destroy());
  const received = await text(socket).catch(() => '');
  const body = received.slice(received.indexOf('\r\n\r\n') + 4);
  return {
    status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1]),
    body: /transfer-encoding: chunked/i.test(received)
      ? body.replace(/^[\da-f]+\r\n|\r\n0\r\n\r\n$/gi, '')
      : body,
  };
}
