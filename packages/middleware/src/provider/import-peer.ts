import { MissingDependencyError } from 'fw-runtime';

/**
 * Imports a package that only some sites need.
 *
 * @example const { pino } = await importPeer('pino', () => import('pino'), 'fw-middleware/access-log');
 * @param load written out where it is called, so that bundlers see it
 * @throws MissingDependencyError when it is not installed
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

// A package that is there may itself lack another one, which is told as it is.
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === 'ERR_MODULE_NOT_FOUND' && typeof message === 'string' && message.includes(`'${name}'`);
}
