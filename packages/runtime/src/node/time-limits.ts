import type { ServerConfig } from '../config/config.ts';

const LONGEST_CHECKING_INTERVAL = 30_000;

/** How long clients may take, in milliseconds; 0 is without limit. */
export interface TimeLimits {
  readonly headers: number;
  readonly request: number;
  /** How often a server looks for slow clients; no longer than the shortest limit. */
  readonly checkingInterval: number;
}

/** The limits of the configuration, else those of Node. */
export function timeLimits(config: ServerConfig): TimeLimits {
  const request = config.request_timeout ?? 300_000;
  // Node swaps the two limits when that of the headers is the longer one.
  const headers = Math.min(config.headers_timeout ?? 60_000, request || Infinity);
  const checkingInterval = Math.min(LONGEST_CHECKING_INTERVAL, headers || Infinity, request || Infinity);
  return { headers, request, checkingInterval };
}
