import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Variables of the environment for tests, which don't read .env: a value for each that env() needs, as in API_KEY: 'test'.
    env: {},
    // The runtime imports the configuration files, which are TypeScript: so vitest transforms it as well, and the packages that depend on it.
    server: { deps: { inline: ['fw-runtime', 'fw-middleware', 'fw-devtools'] } },
  },
});
