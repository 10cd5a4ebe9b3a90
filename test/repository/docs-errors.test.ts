import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { email, object, pipe, string } from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApplicationFactory, inject, route, TextResponse } from '../../packages/runtime/src/b/index.ts';
import {
  loadConfig,
  type LoadConfigOptions,
} from '../../packages/runtime/src/features/config/load-config.ts';
import { ServiceManager } from '../../packages/runtime/src/kernel/container/service-manager.ts';

// The errors on the pages of docs/ are the ones that the code reports.

/** What a page shows as text. */
async function shown(page: string): Promise<string[]> {
  const text = await readFile(join('docs', page), 'utf8');
  return Array.from(text.matchAll(/```text\n([^]*?)\n```/g), ([, block = '']) => block);
}

/** The errors of configuration files, by file name. */
async function faultsOf(
  files: Readonly<Record<string, string>>,
  options: Partial<LoadConfigOptions> = {},
): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'fw-faults-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  await mkdir(join(cwd, 'config/autoload'), { recursive: true });
  await writeFile(join(cwd, 'package.json'), '{"type":"module"}');
  for (const [name, code] of Object.entries(files)) {
    await writeFile(join(cwd, 'config/autoload', name), code);
  }
  return messageOf(loadConfig({ cwd, test: false, ...options }));
}

async function messageOf(failing: Promise<unknown>): Promise<string> {
  const error: unknown = await failing.catch((reason: unknown) => reason);
  return error instanceof Error ? error.message : 'Nothing failed.';
}

test('docs/essentials/configuration.md shows what env(), a schema and the check of the files report', async () => {
  const runtime = JSON.stringify(join(process.cwd(), 'packages/runtime/src/index.ts'));
  vi.stubEnv('DATABASE_POOL', 'ten');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(
    await shown('essentials/configuration.md'),
    'copy the expected messages to the ```text blocks of docs/essentials/configuration.md',
  ).toEqual([
    await faultsOf({
      'database.global.ts': `import { env } from ${runtime};
        export default { database: env({ DATABASE_URL: String, DATABASE_POOL: Number }) };`,
    }),
    await faultsOf(
      {
        'app.global.ts': `export default { server: { port: '8080' } };`,
        'mail.local.ts': `export default { mail: { from: 'office' } };`,
      },
      { schema: object({ mail: object({ from: pipe(string(), email()) }) }) },
    ),
    await faultsOf({
      'app.global.ts': `export default {
        routes: [{ path: '/', middleware: 'Home', nme: 'home' }], server: { port: '8080' },
      };`,
    }),
  ]);
});

test('docs/deploy/serving.md shows the error of an eager start', async () => {
  const ListPosts = inject(['posts'], () => () => new TextResponse(''));
  const config = {
    server: { eager: true },
    routes: [route('GET', '/posts', ListPosts, { name: 'posts' })],
  };
  const app = new ApplicationFactory().create(new ServiceManager({ services: { config } }));

  const told = await messageOf(app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true }));

  expect(
    await shown('deploy/serving.md'),
    'copy the expected message to the ```text block of docs/deploy/serving.md',
  ).toEqual([`The server cannot start: ${told}`]);
});
