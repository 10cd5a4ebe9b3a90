import { InvalidArgumentError } from './coded-errors.ts';

/**
 * Is told errors and warnings by the framework, and whatever they want by services: the shape that pino and the console
 * share. Errors come as `error(record, message)`, warnings as `warn(message)`.
 */
export interface Logger {
  debug?(record: object | string, message?: string): void;
  info(record: object | string, message?: string): void;
  warn(record: object | string, message?: string): void;
  error(record: object | string, message?: string): void;
}

/** @throws InvalidArgumentError when it lacks a method, as a promise of a logger does */
export function checkLogger(logger: Logger): Logger {
  const given: Partial<Logger> | null =
    typeof logger === 'object' || typeof logger === 'function' ? logger : {};
  const isComplete = [given?.info, given?.warn, given?.error].every((method) => typeof method === 'function');
  if (isComplete) return logger;
  throw new InvalidArgumentError('Logger', 'an object with the methods info, warn and error', logger);
}
