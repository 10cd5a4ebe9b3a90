import type { ContainerInterface } from '../../container/container-interface.ts';
import { messageOf } from '../../errors/describe.ts';

// In milliseconds.
const TIMEOUT = 5000;

/** Disposes of a container, where it can be; tells in one sentence what goes wrong. */
export async function disposed(container: ContainerInterface | undefined): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT, `The container was not disposed of within ${TIMEOUT / 1000} s.`);
  });
  const disposal = (async (): Promise<undefined> => {
    await (container as { dispose?(): unknown } | undefined)?.dispose?.();
    return undefined;
  })();
  try {
    return await Promise.race([disposal, late]);
  } catch (error) {
    return `The container could not be disposed of: ${messageOf(error)}`;
  } finally {
    clearTimeout(timer);
  }
}
