import { UnsupportedRuntimeError } from '../error/coded-errors.ts';

/** `#files` where there is no file system, and in a bundle that is not made for a runtime that has one. */
export async function loadConfig(): Promise<never> {
  throw new UnsupportedRuntimeError(
    'loadConfig()',
    'a file system',
    'here import the files of the configuration and merge them with mergeConfig()',
  );
}
