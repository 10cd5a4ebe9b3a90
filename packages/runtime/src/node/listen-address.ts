import type { ServerConfig } from '../config/config.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';

/** In the environment of a process that `run()` has started to serve: the port where it listens. */
export const PORT_OF_WORKER = 'FW_WORKER_PORT';

/** In the environment of a project that `fw dev` has started again: the port that was announced before. */
const ANNOUNCED_PORT = 'FW_DEV_ANNOUNCED';

/** In the environment of a project that `fw dev` serves: where `run()` listens unless a host is named. */
export const DEVELOPMENT_HOST = 'FW_DEV_HOST';

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * The first that is given of: options, the environment's `HOST` and `PORT`, configuration, 0.0.0.0 and 8080. Under `fw dev`
 * 127.0.0.1 is the default host.
 *
 * @throws InvalidArgumentError when the port is no integer from 0 to 65535
 */
export function listenAddress(
  options: Partial<ListenAddress>,
  environment: Readonly<Record<string, string | undefined>>,
  config: ServerConfig,
): ListenAddress {
  const [port, origin] =
    options.port !== undefined
      ? [options.port, 'option port']
      : environment['PORT']
        ? [environment['PORT'], 'environment variable PORT']
        : [config.port ?? 8080, 'setting server.port'];
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new InvalidArgumentError(origin, 'an integer from 0 to 65535', port);
  }
  return {
    host: options.host ?? (environment['HOST'] || config.host || defaultHost(environment)),
    port: number,
  };
}

/** The host of `run()` unless one is named. */
export function defaultHost(environment: Readonly<Record<string, string | undefined>>): string {
  return environment[DEVELOPMENT_HOST] || '0.0.0.0';
}

/** The URL that a browser on this machine can open; `localhost` for a server on all interfaces, and on the default one. */
export function urlOf(host: string, port: number, secure: boolean): string {
  const isUsual = isEveryInterface(host) || host === defaultHost(process.env);
  const name = isUsual ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http${secure ? 's' : ''}://${name}:${port}`;
}

export function isEveryInterface(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Whether the URL of a server names this machine as such, so that its inspector may be seen there. */
export function isOnThisMachine(host: string): boolean {
  return isEveryInterface(host) || host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Prints where a server listens, unless `fw dev` has started the project again on the same port. */
export function announce(url: string, host: string, details: readonly string[]): void {
  if (process.env[ANNOUNCED_PORT] === new URL(url).port) return;
  const all = [...(isEveryInterface(host) ? [`all interfaces, ${host}`] : []), ...details].join('; ');
  console.log(`Listening on ${url}${all && ` (${all})`}`);
}
