import { InvalidArgumentError } from './coded-errors.ts';

/**
 * Receives errors and warnings of the framework, and what services log. pino and the console have this interface. The
 * framework calls `error(record, message)` for errors and `warn(message)` for warnings. Errors of a logger are ignored.
 *
 * @example new ServiceManager({ services: { Logger: pino() } })
 */
export interface Logger {
  /**
   * Logs details for development. The framework never calls it.
   *
   * @param record an object with data about the event, or the message itself
   * @param message the message, when the record is an object
   */
  debug?(record: object | string, message?: string): void;
  /**
   * Logs an ordinary event, such as a request.
   *
   * @param record an object with data about the event, or the message itself
   * @param message the message, when the record is an object
   */
  info(record: object | string, message?: string): void;
  /**
   * Logs a problem that doesn't make a request fail.
   *
   * @param record an object with data about the event, or the message itself
   * @param message the message, when the record is an object
   */
  warn(record: object | string, message?: string): void;
  /**
   * Logs an error. The framework passes `{ err, method, path, route, requestId, status }` for an error of a request;
   * `route` and `requestId` are absent when they are unknown.
   *
   * @param record an object with data about the event, or the message itself
   * @param message the message, when the record is an object
   * @example logger.error({ err, order: 42 }, 'The order could not be saved.')
   */
  error(record: object | string, message?: string): void;
}

/** @throws {@link InvalidArgumentError} when it lacks a method, for example when it is a promise of a logger */
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
