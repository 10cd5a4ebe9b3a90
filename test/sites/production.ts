import { readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startServer } from '../support/server.ts';

const DEBUG = `export default {
  debug: true,
  middleware_pipeline: {
    fail: {
      path: '/fail',
      middleware: () => {
        throw new Error('tangerine');
      },
      priority: 5000,
    },
  },
};
`;

/** Adds debug and a path that fails to a project, for a build. */
export async function debugInProduction(project: string): Promise<() => Promise<void>> {
  const file = join(project, 'config', 'autoload', 'zz-debug.global.ts');
  await writeFile(file, DEBUG);
  return () => rm(file);
}

/** A production build with debug has no inspector, and shows no source: a production install contains no tools for it. */
export async function expectNoDevTools(
  project: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const modules = join(project, 'node_modules');
  const installed = (await readdir(modules)).filter((name) => name.startsWith('fw-'));
  expect(installed).toEqual(['fw-runtime']);
  const runtime = await realpath(join(modules, 'fw-runtime'));
  const files = await readdir(runtime, { recursive: true });
  expect(files.filter((file) => /inspector|recorder|error-page|policies/.test(file))).toEqual([]);
  const { dependencies } = JSON.parse(await readFile(join(runtime, 'package.json'), 'utf8')) as {
    readonly dependencies: object;
  };
  expect(Object.keys(dependencies)).toEqual(['@standard-schema/spec', 'mime', 'tinyglobby']);

  const server = await startServer(process.execPath, ['dist/public/index.js'], {
    cwd: project,
    env: { ...env, HOST: '127.0.0.1', PORT: '0' },
  });
  try {
    expect(server.output()).not.toContain('inspector');
    const headers = { accept: 'text/html' };
    const inspector = await fetch(`${server.url}/_fw`, { headers });
    expect(inspector.status).toBe(404);
    expect(await inspector.text()).toContain('No route matches GET /_fw.');
    const failed = await fetch(`${server.url}/fail`, { headers });
    expect(failed.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await failed.text();
    expect(text).toMatch(/^500 Internal Server Error\ntangerine\n\nError: tangerine\n/);
    expect(text).not.toContain('throw new Error');
    const forwarded = await fetch(`${server.url}/fail`, {
      headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
    });
    expect(await forwarded.text()).not.toContain('tangerine');
  } finally {
    await server.stop();
  }
}
