import { afterEach, expect, test, vi } from 'vitest';
import { inBothVariants } from '../../cases/kit.ts';
import { serve } from '../../support/serve.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

inBothVariants((kit) => {
  test.each<[boolean | 'everyone', RegExp]>([
    [true, /^With debug, clients on this machine see .*stacks.*set debug to false\.$/],
    ['everyone', /^With debug, every client sees .*stacks.*set debug to false\.$/],
  ])(
    'a start with debug: %s in production warns once about the exposed data, and names the setting (E1)',
    async (debug, warning) => {
      vi.stubEnv('NODE_ENV', 'production');
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      await serve(kit.app({ debug }));
      expect(warn.mock.calls).toEqual([[expect.stringMatching(warning)]]);
    },
  );

  test.each([
    ['without debug', 'production', false],
    ['while developing', 'development', true],
  ])('%s, nothing is warned of', async (_what, environment, debug) => {
    vi.stubEnv('NODE_ENV', environment);
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await serve(kit.app({ debug }));
    expect(warn).not.toHaveBeenCalled();
  });

  test('only a server warns', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await kit.app({ debug: true }).request('/');
    expect(warn).not.toHaveBeenCalled();
  });
});
