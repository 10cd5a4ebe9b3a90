import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { ServerConfig } from './config.ts';

// A limit, because the other times of the configuration are in milliseconds: 5000 is rejected.
const LONGEST_DELAY = 3600;
export const EXPECTED_DELAY: string = `a number of seconds from 0 to ${LONGEST_DELAY}`;

export function isShutdownDelay(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= LONGEST_DELAY;
}

/**
 * How long a server keeps serving after it is told to stop, in milliseconds: `SHUTDOWN_DELAY` of the environment, else
 * `server.shutdown_delay`, else 0.
 *
 * @throws InvalidArgumentError when it is no number of seconds from 0 to 3600
 */
export function shutdownDelay(
  config: ServerConfig,
  environment: Readonly<Record<string, string | undefined>>,
): number {
  const text = environment['SHUTDOWN_DELAY'];
  const [value, origin] = text
    ? [text, 'environment variable SHUTDOWN_DELAY']
    : [config.shutdown_delay ?? 0, 'setting server.shutdown_delay'];
  const seconds = Number(value);
  if (!isShutdownDelay(seconds)) throw new InvalidArgumentError(origin, EXPECTED_DELAY, value);
  return seconds * 1000;
}
