import { type ContainerInterface, isDisposed, messageOf } from 'fw-runtime/internal';

// The timeout is in milliseconds.
const TIMEOUT = 5000;

/** Disposes of a container that can be disposed of. Returns a sentence with the reason if that fails. */
export async function disposed(container: ContainerInterface | undefined): Promise<string | undefined> {
  try {
    if (await isDisposed({ container }, TIMEOUT)) return undefined;
    return `The container was not disposed of within ${TIMEOUT / 1000} s.`;
  } catch (error) {
    return `The container could not be disposed of: ${messageOf(error)}`;
  }
}
