import { MissingDependencyError } from 'fw-runtime';

/**
 * Imports a package that only some stores need.
 *
 * @throws {@link MissingDependencyError} when it is not installed
 */
export async function importPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { code, message = '' } = error as { code?: unknown; message?: string };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error;
    throw new MissingDependencyError(name, 'fw-jobs', { cause: error });
  }
}
