import { defaultHost } from './run-options.ts';

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
