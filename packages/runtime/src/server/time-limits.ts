import type { ServerConfig } from '../config/config.ts';

const LONGEST_CHECKING_INTERVAL = 30_000;

/** How long clients may take, in milliseconds; 0 is for ever. */
export interface TimeLimits {
  readonly headers: number;
  readonly request: number;
  /** How often a server looks for slow clients: a limit that is shorter would not be kept. */
  readonly checkingInterval: number;
}

/** Those of the configuration, else those of Node. */
export function timeLimits(config: ServerConfig): TimeLimits {
  const request = config.request_timeout ?? 300_000;
  // Node would take one for the other if the headers were given longer than the whole.
  const headers = Math.min(config.headers_timeout ?? 60_000, request || Infinity);
  const checkingInterval = Math.min(LONGEST_CHECKING_INTERVAL, headers || Infinity, request || Infinity);
  return { headers, request, checkingInterval };
}
