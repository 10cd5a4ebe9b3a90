import { vi } from 'vitest';

/** Evaluates the source again, as Node does when a dependency of a project has its own copy of the package installed. */
export async function secondCopy<T>(load: () => Promise<T>): Promise<T> {
  vi.resetModules();
  // Stryker would attribute the code that runs on import to this test alone, and run no other test for its mutants.
  const { __stryker__: stryker = {} } = globalThis as {
    __stryker__?: { currentTestId?: string | undefined };
  };
  const { currentTestId } = stryker;
  stryker.currentTestId = undefined;
  try {
    return await load();
  } finally {
    stryker.currentTestId = currentTestId;
  }
}
