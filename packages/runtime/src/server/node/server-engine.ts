import type {
  ListeningServer,
  RequestHandler,
  TlsOptions,
} from '../../kernel/application/request-handler.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerShared } from './node-source.ts';
import type { ListenAddress } from './run-options.ts';
import type { StopReason } from './workers/this-worker.ts';

export interface EngineOptions {
  /** Also serves the static files. */
  readonly application: RequestHandler;
  readonly address: ListenAddress;
  readonly tls: TlsOptions | undefined;
  readonly shared: ServerShared;
  /** Whether this process is one of several that `run()` has started. */
  readonly isWorker: boolean;
}

/** The server of `run()`: that of `node:http`, or the runtime's own. */
export interface ServerEngine {
  /** Node's server; undefined for the runtime's own. */
  readonly server: ListeningServer | undefined;
  /** @returns the port, once it listens */
  listen(): Promise<number>;
  /**
   * Accepts no new connections, starts `shared.closing`, and waits for the requests in flight.
   *
   * @param isGradual whether requests that are in transit on idle connections are served
   * @param timeLeft in milliseconds; what is left then is cut off
   */
  stop(why: StopReason, isGradual: boolean, timeLeft: () => number): Promise<void>;
}

/** Whether `run()` serves by the runtime's own server, if nothing else prevents that. */
export function isNative(runtime: 'Bun' | 'Deno', { engine }: ServerConfig): boolean {
  return engine === undefined ? runtime === 'Bun' : engine === 'native';
}
