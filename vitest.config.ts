import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const runtime = new URL('packages/runtime/package.json', import.meta.url);

/** Maps subpath imports, such as `#server`, to source files, so that unit tests never load `dist`. */
function ownNames(): { find: RegExp; replacement: string }[] {
  const { imports } = JSON.parse(readFileSync(runtime, 'utf8')) as {
    imports: Readonly<Record<string, Readonly<Record<'node', string>>>>;
  };
  const shared = new URL('packages/command-line/src/', import.meta.url).pathname;
  return [
    ...Object.entries(imports).map(([name, { node }]) => ({
      find: new RegExp(`^${name}$`),
      replacement: sourceOf(node, runtime),
    })),
    { find: /^#command-line\/(.+)$/, replacement: `${shared}$1.ts` },
  ];
}

/** The entry points of all packages, as source. */
const PACKAGES = readdirSync(new URL('packages', import.meta.url)).flatMap((folder) => {
  const file = new URL(`packages/${folder}/package.json`, import.meta.url);
  // The code that fw-cli and create-fw-app share is in no package of its own.
  if (!existsSync(file)) return [];
  const { name, exports = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    name: string;
    exports?: Readonly<Record<string, string>>;
  };
  return Object.entries(exports)
    .filter(([, built]) => built.endsWith('.js'))
    .map(([path, built]) => ({
      find: new RegExp(`^${name}${path.slice(1)}$`),
      replacement: sourceOf(built, file),
    }));
});

/** The source of a built module, as a path. */
function sourceOf(built: string, packageFile: URL): string {
  const source = built.replace('./dist/', './src/').replace(/\.js$/, '.ts');
  return new URL(source, packageFile).pathname;
}

/** Files that use the built packages, a process, a browser or Redis. */
const INTEGRATION = '**/*.integration.test.ts';

/** The files that take longest start first, so that none of them runs last and alone; `create` waits for what is installed meanwhile. */
const LONGEST = [
  'hostile-input',
  'workers',
  'docs',
  'slow-clients',
  'narrow-terminals',
  'case-table',
  'shutdown',
  'create',
  'add',
  'generators',
  'package-managers',
  'demo',
  'combinations',
  'each-command',
];

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.indexOf(basename(moduleId).replace(/(?:\.integration)?\.test\.ts$/, ''));
  return place === -1 ? LONGEST.length : place;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // This sort is vitest's own method, not the one of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

const ALONE = [
  'packages/create-fw-app/test/speed.integration.test.ts',
  'packages/runtime/test/server/node/workers/workers-under-load.integration.test.ts',
  'test/repository/editor-speed.integration.test.ts',
  'test/sites/campaign.test.ts',
  'test/sites/fleet.test.ts',
  'test/sites/rolling.test.ts',
];

/** The source in this process: no build, no other process, no installation. */
export const unit = {
  resolve: { alias: [...ownNames(), ...PACKAGES] },
  test: {
    name: 'unit',
    include: ['packages/*/test/**/*.test.ts', 'test/repository/*.test.ts'],
    exclude: [INTEGRATION],
    // Removes copies of templates and pages. Other projects do it when they build.
    globalSetup: 'tools/scripts/ship.mjs',
    // A worker imports the source once; leaves-nothing.ts fails a file that leaves something to the next one.
    isolate: false,
    setupFiles: ['test/support/leaves-nothing.ts', 'test/support/no-processes.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Applications under test log the errors that they are tested with.
    silent: 'passed-only',
    // Some tests wait more than they compute. Time limits below are for a machine that is busy with all of them.
    maxWorkers: 3,
    tags: [{ name: 'full', description: 'Runs with `npm run test:all` only, because it takes long.' }],
    projects: [
      unit,
      {
        // What is built, other processes, browsers and Redis.
        resolve: { alias: [...ownNames(), ...PACKAGES] },
        test: {
          name: 'integration',
          include: [
            `packages/*/test/${INTEGRATION}`,
            `test/repository/${INTEGRATION}`,
            `test/sample/${INTEGRATION}`,
          ],
          exclude: ALONE,
          globalSetup: 'test/support/build.ts',
          isolate: false,
          // Built modules import built modules, and not the source.
          server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
          setupFiles: 'test/support/leaves-nothing.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Projects that are installed, built and served.
        resolve: { alias: ownNames() },
        test: {
          name: 'sites',
          include: ['test/sites/**/*.test.ts'],
          exclude: ALONE,
          globalSetup: ['test/support/build.ts', 'test/sites/installation.ts'],
          setupFiles: 'test/support/wait-for-background.ts',
          testTimeout: 480_000,
          hookTimeout: 900_000,
        },
      },
      {
        // The built packages on each runtime. The runtimes are downloaded once.
        test: {
          name: 'runtimes',
          include: ['test/runtimes/*.test.ts'],
          globalSetup: ['test/support/build.ts', 'test/runtimes/installation.ts'],
          setupFiles: 'test/support/wait-for-background.ts',
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Tests that measure time or attack a server with short limits run one after the other, when the rest is done.
        test: {
          name: 'alone',
          include: ALONE,
          globalSetup: 'test/support/build.ts',
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
