/**
 * Logs each request in one line, with pino or the app's own Logger.
 *
 * @example
 * import { accessLog } from 'fw-middleware/access-log';
 *
 * app.pipe(await accessLog());
 *
 * @module
 */
import type { ConfigProvider, ContainerInterface, Logger } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { accessLog, type AccessLogOptions } from './access-log.ts';

export { accessLog, type AccessLogOptions } from './access-log.ts';

/**
 * The provider of `accessLog()` for `config/providers.ts`: it reads the options under `access_log` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 18 000.
 */
export const accessLogProvider: ConfigProvider = middlewareProvider<AccessLogOptions>(
  'access_log',
  async (options, container) => {
    const logger = await loggerOf(options?.logger, container);
    return accessLog(logger === undefined ? options : { ...options, logger });
  },
);

function loggerOf(
  logger: Logger | string | undefined,
  container: ContainerInterface,
): Logger | Promise<Logger> | undefined {
  if (typeof logger === 'string') return container.get<Logger>(logger);
  return logger ?? (container.has('Logger') ? container.get('Logger') : undefined);
}
