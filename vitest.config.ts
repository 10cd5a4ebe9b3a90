import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/*/test/**/*.test.ts', 'test/repository/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        // Whole sites: they install, build and listen, so they come one after the other, when the rest is done.
        test: {
          name: 'sites',
          include: ['test/sites/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
