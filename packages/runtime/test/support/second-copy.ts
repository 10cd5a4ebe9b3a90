import { vi } from 'vitest';

/** Evaluates the source again, as Node does when a dependency of a project has its own copy of the package installed. */
export function secondCopy<T>(load: () => Promise<T>): Promise<T> {
  vi.resetModules();
  return load();
}
