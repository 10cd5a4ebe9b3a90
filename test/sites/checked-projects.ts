import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';

/** The results by project name. */
export type OfProjects<T> = Readonly<Record<string, readonly T[]>>;

/** A test file, relative to its project, and its result. */
export interface TestFile {
  readonly path: string;
  readonly status: string;
  /** The number of its tests. */
  readonly tests: number;
}

/**
 * Checks the types of neighboring projects in one process, which reads the types of Node and of the framework once. Returns the
 * errors of each project; an error outside of all projects is one of each.
 *
 * @param folder has their `node_modules`
 */
export async function checkProjects(folder: string, names: readonly string[]): Promise<OfProjects<string>> {
  const { all } = await execa(binary(folder, 'tsc'), ['-b', ...names], {
    cwd: folder,
    reject: false,
    all: true,
  });
  await Promise.all(names.map((name) => rm(join(folder, name, 'tsconfig.tsbuildinfo'), { force: true })));
  const lines = all.split('\n').filter((line) => line !== '');
  const isOf = (name: string, line: string): boolean => line.startsWith(`${name}/`);
  return byName(names, (name) =>
    lines.filter((line) => isOf(name, line) || !names.some((other) => isOf(other, line))),
  );
}

/**
 * Runs the tests of neighboring projects as one vitest project, which loads the framework once.
 *
 * @param folder has their `node_modules`
 */
export async function testProjects(folder: string, names: readonly string[]): Promise<OfProjects<TestFile>> {
  const configurations = names.map((name) => readFile(join(folder, name, 'vitest.config.ts'), 'utf8'));
  const [config = '', ...others] = await Promise.all(configurations);
  // One represents all, because all are the same.
  expect(new Set(others)).toEqual(new Set([config]));
  const tests = "include: ['test/**/*.test.ts']";
  expect(config).toContain(tests);
  const joint = join(folder, 'vitest.config.ts');
  await writeFile(joint, config.replace(tests, "isolate: false, include: ['*/test/**/*.test.ts']"));
  const { stdout } = await execa(binary(folder, 'vitest'), ['run', '--reporter=json'], {
    cwd: folder,
    reject: false,
  });
  await rm(joint);
  const { testResults } = JSON.parse(stdout) as {
    testResults: readonly { name: string; status: string; assertionResults: readonly unknown[] }[];
  };
  const files = testResults.map(({ name, status, assertionResults }) => ({
    path: relative(folder, name).replaceAll(sep, '/'),
    status,
    tests: assertionResults.length,
  }));
  return byName(names, (name) =>
    files
      .filter(({ path }) => path.startsWith(`${name}/`))
      .map((file) => ({ ...file, path: file.path.slice(name.length + 1) })),
  );
}

function byName<T>(names: readonly string[], of: (name: string) => readonly T[]): OfProjects<T> {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

function binary(folder: string, name: string): string {
  return join(folder, 'node_modules', '.bin', name);
}
