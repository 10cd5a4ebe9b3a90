import { InvalidArgumentError } from './coded-errors.ts';

/**
 * Receives errors and warnings of the framework, and what services log. pino and the console have this interface. The framework
 * calls `error(record, message)` for errors and `warn(message)` for warnings.
 */
export interface Logger {
  debug?(record: object | string, message?: string): void;
  info(record: object | string, message?: string): void;
  warn(record: object | string, message?: string): void;
  error(record: object | string, message?: string): void;
}

/** @throws InvalidArgumentError when it lacks a method, for example when it is a promise of a logger */
export function checkLogger(logger: Logger): Logger {
  const given: Partial<Logger> | null =
    typeof logger === 'object' || typeof logger === 'function' ? logger : {};
  const isComplete = [given?.info, given?.warn, given?.error].every((method) => typeof method === 'function');
  if (isComplete) return logger;
  throw new InvalidArgumentError('Logger', 'an object with the methods info, warn and error', logger);
}

/** Property of `globalThis` with the host that inspects a project; see application/context.ts. Copies of the package share it. */
export const INSPECTION_HOST: unique symbol = Symbol.for('fw-runtime.inspection-host');

/** Logs a warning where there is no application with a logger: to the host that inspects the project, or to the console. */
export function warn(message: string): void {
  const { [INSPECTION_HOST]: host = console } = globalThis as {
    readonly [INSPECTION_HOST]?: { warn(message: string): void };
  };
  host.warn(message);
}
