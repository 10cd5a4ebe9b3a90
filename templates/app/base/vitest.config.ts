import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The runtime imports the configuration files, which are TypeScript: so it goes through vitest as well, and what stands on it.
    server: { deps: { inline: ['fw-runtime', 'fw-middleware'] } },
  },
});
