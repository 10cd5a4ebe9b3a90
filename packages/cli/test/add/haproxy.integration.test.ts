import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { docker } from '../../src/add/docker.ts';
import { Change } from '../../src/generate/engine/change.ts';
import { projectWith } from '../project-with.ts';

const isMissing = spawnSync('haproxy', ['-v']).status !== 0;
const reason = isMissing ? '; skipped, because it needs haproxy (Debian package)' : '';

describe.skipIf(isMissing)('haproxy.cfg', () => {
  test.each([
    ['with health checks', 'export default [healthProvider];\n', '/readyz'],
    ['without health checks', 'export default [];\n', '/'],
  ])(`is valid for a project %s${reason}`, async (_name, providers, probe) => {
    const project = await projectWith({
      'config/providers.ts': providers,
      'config/autoload/jobs.global.ts': "export default { jobs: { store: 'postgres' } };\n",
    });
    const change = new Change(project.root);
    await docker.plan(project, {}, change);
    const text = change.read('haproxy.cfg') ?? '';
    const file = join(project.root, 'haproxy.cfg');
    writeFileSync(file, text);
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });

    expect(text).toContain(`option httpchk GET ${probe}\n`);
    expect(status, stderr).toBe(0);
    // The names of containers resolve only in the network of Docker.
    const warnings = stderr.match(/^\[(?:WARNING|ALERT)\].*/gm) ?? [];
    expect(warnings.filter((line) => !line.includes('could not resolve address'))).toEqual([]);
  });

  test(`clients get no /readyz, however its path is written${reason}`, async () => {
    const project = await projectWith({
      'config/providers.ts': 'export default [healthProvider];\n',
      'config/autoload/jobs.global.ts': "export default { jobs: { store: 'redis' } };\n",
    });
    const change = new Change(project.root);
    await docker.plan(project, {}, change);
    const file = join(project.root, 'haproxy.cfg');
    const socket = join(project.root, 'proxy.sock');
    const text = change.read('haproxy.cfg') ?? '';
    expect(text).toContain('bind :8080');
    writeFileSync(file, text.replace('bind :8080', `bind unix@${socket}`));
    const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    const exited = once(proxy, 'exit');
    onTestFinished(async () => {
      proxy.kill('SIGKILL');
      await exited;
    });
    await vi.waitFor(() => expect(existsSync(socket)).toBe(true), { timeout: 10_000 });

    for (const path of [
      '/readyz',
      '/readyz?x',
      '/%72eadyz',
      '/./readyz',
      '/x/../readyz',
      'http://a/readyz',
    ]) {
      expect(await statusOf(socket, path), path).toBe(404);
    }
    // Without a server, the proxy responds with 503 to requests that it forwards.
    for (const path of ['/', '/healthz', '/readyzz']) expect(await statusOf(socket, path), path).toBe(503);
  });

  test('the configurations of docs/deploy/reverse-proxy.md and of Docker treat clients alike', () => {
    const page = readFileSync('docs/deploy/reverse-proxy.md', 'utf8');
    const template = readFileSync('templates/generators/add/docker/haproxy.cfg.hbs', 'utf8');
    const [defaults] = /^defaults\n(?: .*\n)+/m.exec(template) ?? [];
    expect(defaults).toContain('option redispatch');
    expect(page).toContain(defaults);
  });
});

/** The status of the response to a GET whose request target is sent unchanged. */
async function statusOf(socket: string, target: string): Promise<number> {
  const client = connect(socket);
  client.setEncoding('utf8').write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  let response = '';
  for await (const part of client) response += part as string;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
}
