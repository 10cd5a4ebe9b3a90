import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/*/test/**/*.test.ts', 'test/repository/*.test.ts', 'test/sample/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        // Whole sites: they install, build and listen, so they come when the rest is done, and wait more than they work.
        test: {
          name: 'sites',
          include: ['test/sites/**/*.test.ts'],
          globalSetup: 'test/sites/installation.ts',
          maxWorkers: 3,
          testTimeout: 240_000,
          hookTimeout: 480_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
