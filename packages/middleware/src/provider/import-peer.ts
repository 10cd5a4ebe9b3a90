import { MissingDependencyError } from 'fw-runtime';

/**
 * Imports a package that only some apps need.
 *
 * @example const { pino } = await importPeer('pino', () => import('pino'), 'fw-middleware/access-log');
 * @param load the `import()` written at the call, so that bundlers find it
 * @throws {@link MissingDependencyError} when it is not installed
 */
export async function importPeer<Module>(
  name: string,
  load: () => Promise<Module>,
  neededFor: string,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new MissingDependencyError(name, neededFor, { cause: error });
  }
}

// An installed package may itself lack a dependency, whose error is reported unchanged.
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === 'ERR_MODULE_NOT_FOUND' && typeof message === 'string' && message.includes(`'${name}'`);
}
