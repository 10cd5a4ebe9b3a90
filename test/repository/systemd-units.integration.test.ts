import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

const isMissing = spawnSync('systemd-analyze', ['--version']).status !== 0;
const reason = isMissing ? '; skipped, because it needs systemd-analyze (Debian package systemd)' : '';

/** The complete unit files of a page, by their names. */
function unitsOf(page: string): [name: string, text: string][] {
  const blocks = Array.from(readFileSync(page, 'utf8').matchAll(/^```ini\n([^]*?)^```/gm));
  return blocks.flatMap(([, text = '']) => {
    const [, name] = /^# \/etc\/systemd\/system\/(\S+)$/m.exec(text) ?? [];
    return name !== undefined && text.includes('[Unit]') ? [[name, text]] : [];
  });
}

/** The errors of systemd about a unit, on a machine without the user and the folder of the app. */
async function verify(name: string, text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-units-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, text.replaceAll('/usr/bin/node', process.execPath));
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  return stderr.split('\n').filter((line) => line.includes(name));
}

describe.skipIf(isMissing)('docs/deploy/systemd.md', () => {
  const units = unitsOf('docs/deploy/systemd.md');

  test.each(units)(`has a valid unit %s${reason}`, async (name, text) => {
    expect(await verify(name, text)).toEqual([]);
  });

  test(`is checked by a program that finds unknown settings${reason}`, async () => {
    const [[name, text]] = units as [[string, string]];
    expect(await verify(name, text.replace('RestartSec', 'RestartSeconds'))).toHaveLength(1);
  });
});

test('docs/deploy/systemd.md has units for the app and its worker that differ only in their command', () => {
  const [[app, appUnit], [worker, workerUnit]] = unitsOf('docs/deploy/systemd.md') as [
    [string, string],
    [string, string],
  ];
  expect([app, worker]).toEqual(['my-app.service', 'my-app-worker.service']);
  const own = /^(?:#|Description|Exec|Restart=).*\n/gm;
  const alike = (text: string): string => text.replaceAll(own, '');
  expect(alike(workerUnit)).toBe(alike(appUnit));
  expect(workerUnit).toContain('dist/bin/command.js jobs\n');
});
