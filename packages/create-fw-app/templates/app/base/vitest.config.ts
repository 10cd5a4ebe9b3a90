import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Variables of the environment for tests, which don't read .env: a value for each that env() needs, as in API_KEY: 'test'.
    env: {},
    // The runtime imports the configuration files, which are TypeScript: so it goes through vitest as well, and what stands on it.
    server: { deps: { inline: ['fw-runtime', 'fw-middleware'] } },
  },
});
