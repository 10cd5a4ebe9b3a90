import type { Servable } from '../../application/servable.ts';
import { InvalidArgumentError } from '../../errors/coded-errors.ts';

/**
 * What a server needs of an application that somebody has given.
 *
 * @throws InvalidArgumentError when it is none
 */
export function toServable(application: object): Servable {
  const servable = application as Partial<Servable> | null | undefined;
  if (typeof servable?.respond === 'function') return servable as Servable;
  throw new InvalidArgumentError(
    'application',
    'an application of fw-runtime/a or fw-runtime/b',
    application,
  );
}
