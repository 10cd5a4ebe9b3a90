import {
  type Config,
  type ConfigError,
  type ContainerInterface,
  isConfigMap,
  messageOf,
  faultLine,
} from 'fw-runtime/internal';

/** The messages of an error. An error that combines several has one message for each, with the services that depend on it. */
export function eachOf(error: unknown): string[] {
  const message = messageOf(error);
  const { errors, cause } = (error ?? {}) as { errors?: readonly unknown[]; cause?: unknown };
  if (errors !== undefined) return errors.flatMap(eachOf);
  const reason = cause === undefined ? '' : messageOf(cause);
  if (reason === '' || !message.endsWith(reason)) return [message];
  return eachOf(cause).map((each) => message.slice(0, -reason.length) + each);
}

/** The configuration errors that keep an app from running, one sentence each. */
export function loadErrors(error: unknown): string[] {
  if (!(error instanceof Error) || (error as Partial<ConfigError>).code !== 'FW_CONFIG')
    return [messageOf(error)];
  return (error as ConfigError).faults.map((each) => `${faultLine(each)}.`);
}

/**
 * The errors of ids in `dependencies.start` that aren't services. Services aren't created, because a service that `run()` starts
 * may connect to a server.
 */
export function startErrors(container: ContainerInterface | undefined): string[] {
  const config: unknown = container?.has('config') === true ? container.get('config') : undefined;
  if (container === undefined || !isConfigMap(config)) return [];
  const { start = [] } = (config as Config).dependencies ?? {};
  return start.flatMap((id) => {
    if (container.has(id)) return [];
    try {
      container.get<unknown>(id as never);
      return [];
    } catch (error) {
      return [`In dependencies.start: ${messageOf(error)}`];
    }
  });
}
