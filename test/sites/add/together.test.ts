/** @module-tag full */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fw } from '../../support/commands.ts';
import { createProjects } from '../created-projects.ts';

let folder: string;
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-together-'));
  project = join(folder, 'site');
  await createProjects(folder, { site: ['--variant', 'b'] });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Responds with the page of a single-page application if no route matches. */
const fallback = `import { defineConfig, FileResponse, type ServerRequest } from 'fw-runtime/b';

export default defineConfig({
  middleware_pipeline: {
    spa: {
      middleware: (request: ServerRequest) => FileResponse.of(request, 'index.html', { root: 'public' }),
      priority: -100,
    },
  },
});
`;

const place = `import { z } from 'zod';

export const Place = z.object({ name: z.string().min(2), latitude: z.number(), open: z.array(z.iso.time()).optional() });
`;

async function expectSound(): Promise<void> {
  const run = (program: string, ...args: string[]): Promise<{ exitCode?: number | undefined; all: string }> =>
    execa(join(folder, 'node_modules', '.bin', program), args, { cwd: project, all: true, reject: false });
  expect((await run('tsc')).all).toBe('');
  const { exitCode, all } = await run('vitest', 'run', '--no-isolate');
  expect(exitCode, all).toBe(0);
  const { stdout } = await execa(process.execPath, [fw, 'check'], { cwd: project });
  expect(stdout).toMatch(/^No errors/);
}

test('the generated tests pass with a fallback, a database, jwt and csrf together, in any order of generation', async () => {
  const generate = async (...args: string[]): Promise<void> => {
    await execa(process.execPath, [fw, ...args, '--yes'], { cwd: project, stdin: 'ignore' });
  };
  await generate('generate', 'route', '--path', '/about/{id}');
  await generate('generate', 'resource', 'item', '--fields', 'name:string', '--no-install');
  for (const what of ['database', 'jwt', 'csrf']) await generate('add', what, '--no-install');
  await writeFile(join(project, 'config/autoload/spa.global.ts'), fallback);
  await writeFile(join(project, 'public/index.html'), '<!doctype html><title>App</title>');
  await execa(process.execPath, [fw, 'types'], { cwd: project });
  await generate('generate', 'resource', 'post', '--fields', 'title:string');
  await generate(
    'generate',
    'route',
    '--path',
    '/api/draft',
    '--method',
    'POST',
    '--contract',
    'title:string',
  );
  // An existing schema is the type of fields.
  await writeFile(join(project, 'src/place.ts'), place);
  const fields = 'name:string, place:Place, others:Place[]?, inner:{at:Place}';
  await generate('generate', 'resource', 'shop', '--fields', fields);
  await generate('generate', 'route', '--path', '/at', '--method', 'POST', '--contract', 'at:Place');
  await generate('generate', 'middleware', '--class', 'Timing', '--priority', '50');
  await expectSound();

  // An entry for every request, and routes that need a token.
  const jwt = join(project, 'config/autoload/jwt.global.ts');
  await writeFile(jwt, (await readFile(jwt, 'utf8')).replace("path: '/api'", "path: '/posts'"));
  await expectSound();
});
