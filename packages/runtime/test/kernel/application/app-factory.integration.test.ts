import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { TreeRouter } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { start } from '../../support/child-process.ts';
import { serviceMap } from '../../support/service-map.ts';

inBothVariants((kit) => {
  test('without a container it uses a ServiceManager (C7)', () => {
    const container = kit.create().getContainer();
    expect(container).toBeInstanceOf(ServiceManager);
    expect(container.has('config')).toBe(false);
  });

  test('with a container it uses that one (C7)', async () => {
    const container = serviceMap({ Ping: kit.answer('pong') });
    const app = kit.create(container);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/ping', kit.service('Ping'));
    expect(app.getContainer()).toBe(container);
    expect(await (await app.request('/ping')).text()).toBe('pong');
  });

  test('a router argument takes precedence over the router of the container', () => {
    const [given, other] = [new TreeRouter(), new TreeRouter()];
    kit.create(serviceMap({ RouterInterface: other }), given).get('/ping', kit.answer(''), 'ping');
    expect(given.generateUri('ping')).toBe('/ping');
    expect(() => other.generateUri('ping')).toThrow();
  });

  test('a router in the container is used (C6)', () => {
    const router = new TreeRouter();
    kit.create(serviceMap({ RouterInterface: router })).get('/ping', kit.answer(''), 'ping');
    expect(router.generateUri('ping')).toBe('/ping');
  });

  test('routes and pipeline are not read from configuration', async () => {
    const config = {
      routes: [{ path: '/', middleware: kit.answer('configured') }],
      middleware_pipeline: [{ middleware: kit.answer('configured') }],
    };
    const app = kit.create(serviceMap({ config }));
    expect(app.routes).toEqual([]);
    expect((await app.request('/')).status).toBe(404);
  });
});

test('without any optional package it has its container, and a WebSocket fails before the server listens (C7, S9)', async () => {
  const folder = await installation();
  const { stdout, stderr, code } = await start(join(folder, 'without-optional-packages.mjs')).ended;
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual([
    'pong',
    'A WebSocket needs the package "crossws", which is not installed: run "npm install crossws".',
    '',
  ]);
  expect(code).toBe(0);
});

/** A folder in which the package is installed with what it depends on, but not with what is optional. */
async function installation(): Promise<string> {
  const ours = fileURLToPath(new URL('../../..', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'fw-without-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  const { dependencies } = JSON.parse(await readFile(join(ours, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const installed = [ours, join(ours, '../../..')].map((root) => join(root, 'node_modules', name));
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(installed.find((path) => existsSync(path)) ?? name, join(modules, name));
  }
  await cp(join(ours, 'dist'), join(modules, 'fw-runtime/dist'), { recursive: true });
  await cp(join(ours, 'package.json'), join(modules, 'fw-runtime/package.json'));
  await cp(
    join(ours, 'test/fixtures/without-optional-packages.mjs'),
    join(folder, 'without-optional-packages.mjs'),
  );
  return folder;
}
