import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docker } from '../../src/add/docker.ts';
import { Change } from '../../src/generate/engine/change.ts';
import { siteWith } from '../site-with.ts';

const isMissing = spawnSync('haproxy', ['-v']).status !== 0;
const reason = isMissing ? '; skipped, because it needs haproxy (Debian package)' : '';

describe.skipIf(isMissing)('haproxy.cfg', () => {
  test.each([
    ['with health checks', 'export default [healthProvider];\n', '/readyz'],
    ['without health checks', 'export default [];\n', '/'],
  ])(`is valid for a project %s${reason}`, async (_name, providers, probe) => {
    const site = await siteWith({
      'config/providers.ts': providers,
      'config/autoload/jobs.global.ts': "export default { jobs: { store: 'postgres' } };\n",
    });
    const change = new Change(site.root);
    await docker.plan(site, {}, change);
    const text = change.read('haproxy.cfg') ?? '';
    const file = join(site.root, 'haproxy.cfg');
    writeFileSync(file, text);
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });

    expect(text).toContain(`option httpchk GET ${probe}\n`);
    expect(status, stderr).toBe(0);
    // The names of containers resolve in the network of Docker only.
    const warnings = stderr.match(/^\[(?:WARNING|ALERT)\].*/gm) ?? [];
    expect(warnings.filter((line) => !line.includes('could not resolve address'))).toEqual([]);
  });

  test('the configurations of docs/deploy/reverse-proxy.md and of Docker treat clients alike', () => {
    const page = readFileSync('docs/deploy/reverse-proxy.md', 'utf8');
    const template = readFileSync('packages/cli/templates/generators/add/docker/haproxy.cfg.hbs', 'utf8');
    const [defaults] = /^defaults\n(?: .*\n)+/m.exec(template) ?? [];
    expect(defaults).toContain('option redispatch');
    expect(page).toContain(defaults);
  });
});
