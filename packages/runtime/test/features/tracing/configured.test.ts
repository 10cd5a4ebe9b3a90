import { expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/index.ts';
import { site } from '../config/project-folder.ts';

test('a key that is neither true nor false is an error', async () => {
  const cwd = await site({ 'telemetry.global.json': '{ "tracing": "yes" }' });

  await expect(loadConfig({ cwd })).rejects.toThrow(
    'telemetry.global.json: tracing: expected true or false, received "yes"',
  );
});

test('a similar key causes a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await loadConfig({ cwd: await site({ 'telemetry.global.json': '{ "traceing": true }' }) });

  expect(warn).toHaveBeenCalledWith(expect.stringContaining('did you mean "tracing"?'));
  warn.mockRestore();
});
