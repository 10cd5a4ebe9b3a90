import { respondAsWeb, type ToWeb } from '../../kernel/application/pipe-handler.ts';
import { handleFor } from '../../kernel/error-responses/strangers.ts';
import { ServerRequest } from '../../kernel/http/server-request.ts';
import { UpgradeResponse, wrongWebSocket } from '../../kernel/http/upgrade-web-socket.ts';
import { opensWebSockets, timeLimits } from '../node/node-server.ts';
import { IDLE_GRACE, isSettled } from '../node/process/lifecycle.ts';
import type { EngineOptions, ServerEngine } from '../node/server-engine.ts';
import { BodyTimer } from './body-timer.ts';
import { toNative } from './native-response.ts';
import { listenOn, type NativeHandler, type NativeServer } from './native-servers.ts';
import { type NativeShared, NativeSource } from './native-source.ts';
import type { NativeWebSockets } from './native-web-sockets.ts';

/** The server of Bun or Deno. */
export async function nativeEngine(runtime: 'Bun' | 'Deno', options: EngineOptions): Promise<ServerEngine> {
  const { address, application, isWorker, tls } = options;
  const limits = timeLimits(application.serverConfig);
  const shared: NativeShared = {
    ...options.shared,
    bodies: new BodyTimer(limits.request, limits.checkingInterval),
    log: (error) => application.errors.log(error),
    isDeno: runtime === 'Deno',
  };
  const sockets = opensWebSockets(application)
    ? await (await import('./native-web-sockets.ts')).nativeWebSockets(runtime, application, shared)
    : undefined;
  let server: NativeServer | undefined;
  return {
    server: undefined,
    async listen() {
      const fetch = createHandler(options, shared, sockets);
      const websocket = sockets?.handlers;
      server = listenOn(runtime, { ...address, tls, reusePort: isWorker, fetch, websocket });
      return server.port;
    },
    async stop(_why, isGradual, timeLeft) {
      // The server still accepts requests meanwhile.
      if (isGradual) await new Promise((resolve) => setTimeout(resolve, Math.min(IDLE_GRACE, timeLeft())));
      shared.closing.start();
      const isStopped = await isSettled(Promise.resolve(server?.stop()), timeLeft());
      if (!isStopped) await server?.abort();
      await sockets?.allClosed(timeLeft());
    },
  };
}

function createHandler(
  { application }: EngineOptions,
  shared: NativeShared,
  sockets: NativeWebSockets | undefined,
): NativeHandler {
  const toWeb: ToWeb = (response, { source }) => {
    if (response instanceof UpgradeResponse) throw wrongWebSocket(source);
    return toNative(response, source as NativeSource, shared);
  };
  const receive: NativeHandler = (request, info) => {
    try {
      const opening = sockets?.respond(request, info);
      if (opening !== undefined) return opening;
      return respondAsWeb(application, new ServerRequest(new NativeSource(request, info, shared)), toWeb);
    } catch (error) {
      application.errors.log(error);
      return new Response(null, { status: 500 });
    }
  };
  if (application.debug === false) return receive;
  return (request, info) => {
    const isStranger = !new NativeSource(request, info, shared).isLocal;
    return handleFor(isStranger, () => receive(request, info));
  };
}
