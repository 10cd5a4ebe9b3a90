import { ConfigError } from '../errors/config-error.ts';
import { DuplicateRouteError, ServiceNotCreatedError } from '../errors/coded-errors.ts';
import { messageOf } from '../errors/describe.ts';
import { nameOfId, type ServiceId } from './container-interface.ts';

/** Services that need each other; the message shows the chain. */
export class CircularServicesError extends ServiceNotCreatedError {
  static override get name(): string {
    return 'CircularServicesError';
  }

  /** @param chain ends with a service that is in it before */
  constructor(chain: readonly ServiceId[]) {
    const names = chain.slice(chain.indexOf(chain.at(-1) as ServiceId)).map((id) => String(nameOfId(id)));
    super(
      `The services ${names.join(' → ')} need each other; let one of them fetch the other when it uses it.`,
    );
  }
}

/** Several services that one needs cannot be had. */
export class ServicesNotCreatedError extends ServiceNotCreatedError {
  static override get name(): string {
    return 'ServicesNotCreatedError';
  }

  readonly errors: readonly unknown[];

  constructor(errors: readonly unknown[]) {
    super(errors.map(messageOf).join(' '), { cause: errors[0] });
    this.errors = errors;
  }
}

/** One error for several; a circle, or what is wrong with the site itself, counts more than what is missing. */
export function oneOf(errors: readonly unknown[]): unknown {
  if (errors.length === 1) return errors[0];
  return errors.find(isToldAsItIs) ?? new ServicesNotCreatedError(errors);
}

const AS_THEY_ARE = [CircularServicesError, ConfigError, DuplicateRouteError];

/** What a factory threw, told with its service; but a circle, and what is wrong with the site itself, as it is. */
export function notCreated(id: ServiceId, cause: unknown): Error {
  if (isToldAsItIs(cause)) return cause;
  const problem = `The service "${String(nameOfId(id))}" could not be created: ${messageOf(cause)}`;
  return new ServiceNotCreatedError(problem, { cause });
}

function isToldAsItIs(error: unknown): error is Error {
  return AS_THEY_ARE.some((Class) => error instanceof Class);
}
