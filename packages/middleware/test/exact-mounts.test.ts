import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { fromWeb } from 'fw-runtime';
import { expect, onTestFinished, test } from 'vitest';
import { proxy } from '../src/proxy/index.ts';
import { staticFiles } from '../src/static/index.ts';

// The same calls compile for both.
const VARIANTS = { a: a as unknown as typeof b, b } as const;

test.each(['a', 'b'] as const)(
  'middleware below a prefix is not reached by a path in another letter case, in variant %s (P2)',
  async (variant) => {
    const root = await mkdtemp(join(tmpdir(), 'fw-exact-'));
    onTestFinished(() => rm(root, { recursive: true }));
    await writeFile(join(root, 'x.txt'), 'x');
    const { Application } = VARIANTS[variant];
    const app = new Application({ log: () => {} });
    app.pipe('/static', staticFiles({ root }));
    app.pipe('/web', [fromWeb(() => new Response('x'))]);
    app.pipe('/proxy', proxy({ upstream: 'http://127.0.0.1:1', timeout: 1000 }));

    const statusOf = async (path: string): Promise<number> => (await app.request(path)).status;
    expect(await Promise.all(['/static/x.txt', '/web/x', '/proxy/x'].map(statusOf))).toEqual([200, 200, 502]);
    expect(await Promise.all(['/STATIC/x.txt', '/WEB/x', '/Proxy/x'].map(statusOf))).toEqual([404, 404, 404]);
  },
);
