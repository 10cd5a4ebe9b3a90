import { ConfigError, DuplicateRouteError, ServiceNotCreatedError } from '../error/coded-errors.ts';
import { messageOf } from '../error/describe.ts';
import { nameOfId, type ServiceId } from './container-interface.ts';

/** Services that need each other; the message shows the chain. */
export class CircularServicesError extends ServiceNotCreatedError {
  /** @param chain ends with a service that is in it before */
  constructor(chain: readonly ServiceId[]) {
    const names = chain.slice(chain.indexOf(chain.at(-1) as ServiceId)).map((id) => String(nameOfId(id)));
    super(
      `The services ${names.join(' → ')} need each other; let one of them fetch the other when it uses it.`,
    );
  }
}

const AS_THEY_ARE = [CircularServicesError, ConfigError, DuplicateRouteError];

/** What a factory threw, told with its service; but a circle, and what is wrong with the site itself, as it is. */
export function notCreated(id: ServiceId, cause: unknown): Error {
  if (AS_THEY_ARE.some((Class) => cause instanceof Class)) return cause as Error;
  const problem = `The service "${String(nameOfId(id))}" could not be created: ${messageOf(cause)}`;
  return new ServiceNotCreatedError(problem, { cause });
}
