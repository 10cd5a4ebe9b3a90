import { existsSync, watch } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with the outcome of the work that was started before the tests of this project. */
    outcome: string;
  }
}

type Outcome<T> = { readonly value: T } | { readonly error: string };

/**
 * Starts work that the tests of a project wait for. The tests of other projects run meanwhile.
 *
 * @param work resolves to a value for the tests, which is passed on as JSON
 * @returns a function that waits for the end of the work; vitest calls it after all tests
 */
export async function inBackground(
  project: TestProject,
  work: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-background-'));
  const file = join(folder, 'outcome.json');
  project.provide('outcome', file);
  const report = async (outcome: Outcome<unknown>): Promise<void> => {
    // A renamed file is complete when it appears, so no test reads half of it.
    await writeFile(`${file}.new`, JSON.stringify(outcome));
    await rename(`${file}.new`, file);
  };
  const ended = work().then(
    (value = null) => report({ value }),
    (error: unknown) => report({ error: String(error) }),
  );
  return async () => {
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

/** Waits for the work, and returns its value. */
export async function outcomeOf<T>(file: string): Promise<T> {
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(dirname(file), look);
    look();
  });
  const outcome = JSON.parse(await readFile(file, 'utf8')) as Outcome<T>;
  if ('error' in outcome) throw new Error(`The work that these tests wait for failed: ${outcome.error}`);
  return outcome.value;
}
