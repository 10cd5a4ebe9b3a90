import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { unit } from './vitest.config.ts';

/** Files whose tests take longest. The first failing test ends a run, so they run last. */
const LONGEST = ['case-table', 'prefix-tree', 'reference-matcher', 'shutdown', 'paths'];

function placeOf({ moduleId }: TestSpecification): number {
  return LONGEST.toReversed().indexOf(basename(moduleId, '.test.ts'));
}

class LongestLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/** The unit tests as `npm run mutation` runs them. */
export default defineConfig({
  resolve: unit.resolve,
  plugins: [
    {
      name: 'processes',
      // Stryker's runner selects threads, which have their own environment: os.homedir() ignores a HOME that a test sets.
      configureVitest({ project }) {
        project.config.pool = 'forks';
      },
    },
  ],
  test: {
    ...unit.test,
    include: ['packages/*/test/**/*.test.ts'],
    exclude: [
      ...unit.test.exclude,
      // These take long and test other code than what is mutated.
      'packages/runtime/test/features/{openapi,tracing}/**',
      'packages/devtools/test/**',
      'packages/runtime/test/features/contract/oversized.test.ts',
      'packages/cli/test/**/{docker,generated-test,recorded-test,types}.test.ts',
    ],
    setupFiles: [...unit.test.setupFiles, 'test/support/coverage-of-one-file.ts'],
    maxWorkers: 1,
    tags: [{ name: 'full' }],
    tagsFilter: ['!full'],
    sequence: { sequencer: LongestLast },
  },
});
