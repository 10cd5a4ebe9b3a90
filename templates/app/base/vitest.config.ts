import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Environment variables for tests, which don't load .env. Add a value for each required variable, as in API_KEY: 'test'.
    // NODE_ENV selects config/autoload/*.test.ts, whatever the shell has set.
    env: { NODE_ENV: 'test' },
    // The runtime imports TypeScript configuration files, so vitest must transform the runtime and the packages that depend on it.
    server: { deps: { inline: ['fw-runtime', 'fw-middleware', 'fw-jobs', 'fw-devtools'] } },
  },
});
