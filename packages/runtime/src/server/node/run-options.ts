import type { RunOptions } from '../../kernel/application/request-handler.ts';
import { EXPECTED_DELAY, isShutdownDelay, type ServerConfig } from '../../kernel/config.ts';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import { didYouMean } from '../../kernel/errors/describe.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const KNOWN: readonly (keyof RunOptions)[] = [
  'host',
  'port',
  'workers',
  'platform',
  'tls',
  'signals',
  'silent',
];

/** @throws {@link InvalidArgumentError} naming each option that `run()` doesn't have, with the nearest name */
export function checkRunOptions(options: object): void {
  const known: readonly string[] = KNOWN;
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const elsewhere = 'other settings, such as server.document_root, are keys of the configuration.';
  const hints = unknown.map(
    (name) => ` There is no option "${name}"; ${didYouMean(name, known) || elsewhere}`,
  );
  throw new InvalidArgumentError(
    'options of run()',
    `an object with no other keys than ${known.join(', ')}`,
    options,
    hints.join(''),
  );
}

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** A value for the host or the port, and where it is set. */
export interface ListenSetting {
  readonly origin: 'option' | 'environment variable' | 'setting' | 'default';
  readonly value: string | number;
}

/** All values for the host or the port, highest precedence first: option, environment variable, configuration, default. */
export function listenSettings(
  key: keyof ListenAddress,
  options: Partial<ListenAddress>,
  environment: Environment,
  config: ServerConfig,
): ListenSetting[] {
  const all = {
    option: options[key],
    'environment variable': environment[key.toUpperCase()] || undefined,
    setting: config[key] === '' ? undefined : config[key],
    default: key === 'port' ? 8080 : defaultHost(environment),
  };
  const origins = Object.keys(all) as (keyof typeof all)[];
  return origins.flatMap((origin) => (all[origin] === undefined ? [] : { origin, value: all[origin] }));
}

/** @throws {@link InvalidArgumentError} when the port is no integer from 0 to 65535 */
export function listenAddress(
  options: Partial<ListenAddress>,
  environment: Environment,
  config: ServerConfig,
): ListenAddress {
  const [host] = listenSettings('host', options, environment, config) as [ListenSetting];
  const [port] = listenSettings('port', options, environment, config) as [ListenSetting];
  const number = Number(port.value);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    const names: Partial<Record<string, string>> = { 'environment variable': 'PORT', setting: 'server.port' };
    const origin = `${port.origin} ${names[port.origin] ?? 'port'}`;
    throw new InvalidArgumentError(origin, 'an integer from 0 to 65535', port.value);
  }
  return { host: String(host.value), port: number };
}

/** The default host: 0.0.0.0, or the one that `fw dev` chooses. */
function defaultHost(environment: Environment): string {
  return environment['FW_DEV_HOST'] || '0.0.0.0';
}

/** The environment variable with the port of a process that `run()` has started as a worker. */
export const WORKER_PORT = 'FW_WORKER_PORT';

/**
 * How long a server keeps serving after the stop signal, in milliseconds: the environment variable `SHUTDOWN_DELAY`, else
 * `server.shutdown_delay`, else 0.
 *
 * @throws {@link InvalidArgumentError} when it is no number of seconds from 0 to 3600
 */
export function shutdownDelay(config: ServerConfig, environment: Environment): number {
  const variable = environment['SHUTDOWN_DELAY'];
  const [value, origin] = variable
    ? [variable, 'environment variable SHUTDOWN_DELAY']
    : [config.shutdown_delay ?? 0, 'setting server.shutdown_delay'];
  const seconds = Number(value);
  if (!isShutdownDelay(seconds)) throw new InvalidArgumentError(origin, EXPECTED_DELAY, value);
  return seconds * 1000;
}

/** The environment variable with the port that `fw dev` has announced, when it starts a project again. */
const ANNOUNCED_PORT = 'FW_DEV_ANNOUNCED';

/** The URL that a browser on this machine can open; `localhost` for a server on all interfaces, and on the default host. */
export function urlOf(host: string, port: number, secure: boolean): string {
  const isLocalhost = isEveryInterface(host) || host === defaultHost(process.env);
  const name = isLocalhost ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http${secure ? 's' : ''}://${name}:${port}`;
}

function isEveryInterface(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Whether the URL of a server names this machine, so that its inspector may be seen there. */
export function isOnThisMachine(host: string): boolean {
  return isEveryInterface(host) || host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Prints where a server listens, unless `fw dev` has started the project again on the same port. */
export function announce(url: string, host: string, details: readonly string[]): void {
  if (process.env[ANNOUNCED_PORT] === new URL(url).port) return;
  const all = [...(isEveryInterface(host) ? [`all interfaces, ${host}`] : []), ...details].join('; ');
  console.log(`Listening on ${url}${all && ` (${all})`}`);
}

/** Says in one line why a server doesn't start. */
export function startErrorMessage(error: unknown): string {
  const { code, address, port, message } = error as NodeJS.ErrnoException &
    Partial<Record<'address' | 'port', unknown>>;
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is in use: stop the process that listens there, or set PORT to another port.`;
  }
  if (code === 'EACCES') {
    return `Listening on port ${port} of ${address} isn't permitted: set PORT to a port above 1023.`;
  }
  return `The server cannot start: ${message ?? String(error)}`;
}
