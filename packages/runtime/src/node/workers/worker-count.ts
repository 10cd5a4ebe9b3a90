import { availableParallelism } from 'node:os';
import type { RunOptions } from '../../application/request-handler.ts';
import type { ServerConfig } from '../../config/config.ts';
import { InvalidArgumentError } from '../../errors/coded-errors.ts';

/**
 * How many processes are to serve; 1 where nothing asks for more.
 *
 * @throws InvalidArgumentError when the option is neither "auto" nor an integer of at least 1
 */
export function workerCount({ workers: option }: RunOptions, config: ServerConfig): number {
  const workers = option ?? config.workers ?? 1;
  if (workers === 'auto') return availableParallelism();
  if (Number.isInteger(workers) && workers > 0) return workers;
  throw new InvalidArgumentError('option workers', '"auto" or an integer of at least 1', workers);
}
