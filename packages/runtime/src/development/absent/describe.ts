import { UnsupportedRuntimeError } from '../../error/coded-errors.ts';
import type * as real from '../describe.ts';

export const describeApplication: typeof real.describeApplication = () => {
  throw absent('describe()');
};

/** The error for what this bundle has not taken along. */
export function absent(method: string): UnsupportedRuntimeError {
  return new UnsupportedRuntimeError(
    `${method} in a bundle`,
    'its condition "development"',
    'bundle with that, or look at the application where it is developed',
  );
}
