import type { TlsOptions } from '../../kernel/application/request-handler.ts';
import { pemOf } from '../node/http2-server.ts';
import type { ListenAddress } from '../node/run-options.ts';

/** Handles a request. `info` is Bun's server, or Deno's information about the connection. */
export type NativeHandler = (request: Request, info: unknown) => Response | Promise<Response> | undefined;

export interface NativeOptions extends ListenAddress {
  readonly fetch: NativeHandler;
  readonly tls: TlsOptions | undefined;
  /** Whether other processes listen on the same port. */
  readonly reusePort: boolean;
  /** Bun: the handlers of its WebSockets. */
  readonly websocket?: object | undefined;
}

/** A server of Bun or Deno that listens. */
export interface NativeServer {
  readonly port: number;
  /** Accepts no new connections, and closes idle ones. @returns when the requests in flight have ended */
  stop(): Promise<unknown>;
  /** Closes all connections, if the runtime can. */
  abort(): unknown;
}

interface BunServer {
  readonly port: number;
  stop(closesConnections?: boolean): Promise<void>;
}

interface DenoServer {
  readonly addr: { readonly port: number };
  shutdown(): Promise<void>;
}

interface Runtimes {
  readonly Bun: { serve(options: object): BunServer };
  readonly Deno: { serve(options: object, handler: NativeHandler): DenoServer };
}

const { Bun, Deno } = globalThis as unknown as Runtimes;

/** @throws Error with the code EADDRINUSE or EACCES */
export function listenOn(runtime: keyof Runtimes, options: NativeOptions): NativeServer {
  try {
    return runtime === 'Bun' ? listenOnBun(options) : listenOnDeno(options);
  } catch (error) {
    const code = { AddrInUse: 'EADDRINUSE', PermissionDenied: 'EACCES' }[(error as Error).name];
    throw code === undefined ? error : Object.assign(error as Error, { code });
  }
}

function listenOnBun({ host, port, fetch, tls, reusePort, websocket }: NativeOptions): NativeServer {
  const server = Bun.serve({
    hostname: host,
    port,
    fetch,
    reusePort,
    // Bun's default of 10 s also ends handlers and event streams. It always closes connections whose head takes longer.
    idleTimeout: 0,
    // The application limits bodies itself, so that a rejection runs through its middleware.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    ...(tls && { tls: { cert: pemOf('cert', tls.cert), key: pemOf('key', tls.key) } }),
    ...(websocket && { websocket }),
  });
  return {
    port: server.port,
    stop: () => server.stop(),
    abort: () => server.stop(true),
  };
}

function listenOnDeno({ host, port, fetch, tls, reusePort }: NativeOptions): NativeServer {
  const options = {
    hostname: host,
    port,
    reusePort,
    // Deno would print the address, and the errors of streams, which are logged already.
    onListen() {},
    onError: () => new Response(null, { status: 500 }),
    ...(tls && { cert: String(pemOf('cert', tls.cert)), key: String(pemOf('key', tls.key)) }),
  };
  const server = Deno.serve(options, fetch);
  return {
    port: server.addr.port,
    stop: () => server.shutdown(),
    // A server that is shutting down can't be aborted; the end of the process closes its connections.
    abort() {},
  };
}
