import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const packageFile = new URL('packages/runtime/package.json', import.meta.url);

/** What the runtime's own names (`#server`) stand for on Node, as source, so that a test of the source never meets what is built. */
function ownNames(): { find: RegExp; replacement: string }[] {
  const { imports } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
    imports: Readonly<Record<string, Readonly<Record<'node', string>>>>;
  };
  return Object.entries(imports).map(([name, { node }]) => {
    const source = node.replace('./dist/', './src/').replace(/\.js$/, '.ts');
    return {
      find: new RegExp(`^${name.replace('*', '(.+)')}$`),
      replacement: new URL(source, packageFile).pathname.replace('*', '$1'),
    };
  });
}

/** The packages as a site imports them, as source. */
const PACKAGES = [
  { find: /^fw-runtime$/, replacement: sourceOf('runtime/src/index.ts') },
  {
    find: /^fw-runtime\/(a|b|config|contract|openapi|otel|policies)$/,
    replacement: sourceOf('runtime/src/$1/index.ts'),
  },
  {
    find: /^fw-runtime\/service-manager$/,
    replacement: sourceOf('runtime/src/container/service-manager.ts'),
  },
  { find: /^fw-runtime\/public-folder$/, replacement: sourceOf('runtime/src/server/public-folder.ts') },
  { find: /^fw-middleware\/(.+)$/, replacement: sourceOf('middleware/src/$1/index.ts') },
];

function sourceOf(path: string): string {
  return new URL(`packages/${path}`, import.meta.url).pathname;
}

/** The files that take longest, which begin first, so that none of them comes last and alone. */
const LONGEST_SITES = ['add', 'generators', 'package-managers', 'create', 'combinations', 'demo', 'workers'];
const LONGEST_PACKAGES = ['docs', 'narrow-terminals', 'slow-clients', 'case-table', 'readme', 'shutdown'];
const LONGEST = LONGEST_SITES.concat(LONGEST_PACKAGES);

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.indexOf(basename(moduleId, '.test.ts'));
  return place === -1 ? LONGEST.length : place;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Not that of a list, but vitest's own.
    // oxlint-disable-next-line unicorn/no-array-sort
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

const ALONE = [
  'packages/create-fw-app/test/speed.test.ts',
  'test/sites/campaign.test.ts',
  'test/sites/rolling.test.ts',
];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias: [...ownNames(), ...PACKAGES] },
        test: {
          name: 'packages',
          include: ['packages/*/test/**/*.test.ts', 'test/repository/*.test.ts', 'test/sample/*.test.ts'],
          exclude: ALONE,
          // They begin in a process that has loaded nearly all they need; what they change of it is looked after.
          isolate: false,
          setupFiles: 'test/support/leaves-nothing.ts',
          maxWorkers: 3,
          testTimeout: 20_000,
        },
      },
      {
        // Whole sites: they install, build and listen, so they come when the rest is done, and wait more than they work.
        resolve: { alias: ownNames() },
        test: {
          name: 'sites',
          include: ['test/sites/**/*.test.ts'],
          exclude: ALONE,
          globalSetup: 'test/sites/installation.ts',
          setupFiles: 'test/support/wait-for-background.ts',
          maxWorkers: 4,
          testTimeout: 240_000,
          hookTimeout: 480_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The built package on every runtime; these are downloaded once. Beside the sites, which wait.
        test: {
          name: 'runtimes',
          include: ['test/runtimes/*.test.ts'],
          globalSetup: 'test/runtimes/installation.ts',
          setupFiles: 'test/support/wait-for-background.ts',
          maxWorkers: 4,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What measures how long something takes, or attacks a server whose limits are short, when nothing else runs any more.
        test: {
          name: 'alone',
          include: ALONE,
          maxWorkers: 1,
          testTimeout: 20_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
