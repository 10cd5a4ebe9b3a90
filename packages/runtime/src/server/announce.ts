import { isEveryInterface } from './listen-address.ts';

/** Prints where a server listens. */
export function announce(url: string, host: string, details: readonly string[]): void {
  const all = [...(isEveryInterface(host) ? [`all interfaces, ${host}`] : []), ...details].join('; ');
  console.log(`Listening on ${url}${all && ` (${all})`}`);
}
