import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type nodeAdapter from 'crossws/adapters/node';
import type { RequestHandler } from '../../application/request-handler.ts';
import { MissingDependencyError } from '../../errors/coded-errors.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { bidFarewell } from '../exchange.ts';
import { asksForWebSocket, HandshakeSource } from './handshake-source.ts';
import { EarlyFrames } from './early-frames.ts';
import { createNodeListener } from '../node-listener.ts';
import type { NodeSource, ServerShared } from '../reading/node-source.ts';
import { requestAgain } from '../connect/request-again.ts';
import { SocketHooks } from './socket-hooks.ts';
import { socketLimits } from '../socket-limits.ts';

// RFC 6455 7.4.1
const GOING_AWAY = 1001;

type NodeAdapter = ReturnType<typeof nodeAdapter>;

/** Opens the WebSockets of a server, by crossws. */
export class WebSockets {
  readonly #application: RequestHandler;
  readonly #sockets: SocketHooks;
  readonly #adapter: NodeAdapter;
  /** What came after the headers of the requests that are not answered yet. */
  readonly #early = new WeakMap<ServerResponse, Pick<EarlyFrames, 'take'>>();

  /** @throws MissingDependencyError without crossws */
  static async load(application: RequestHandler): Promise<WebSockets> {
    return new WebSockets(application, await loadAdapter());
  }

  private constructor(application: RequestHandler, createAdapter: typeof nodeAdapter) {
    const { max_payload: maxPayload, idle_timeout: idleTimeout } = socketLimits(application.serverConfig);
    this.#application = application;
    this.#sockets = new SocketHooks(application.errors);
    this.#adapter = createAdapter({
      hooks: this.#sockets.hooks,
      getNamespace: () => '/',
      idleTimeout: idleTimeout / 1000,
      serverOptions: { maxPayload },
    });
    this.#sockets.serve(this.#adapter);
  }

  /**
   * Sockets are closed when `shared.closing` begins. Upgrades to anything else are ordinary requests of the server. What the
   * application does not answer is left to others that listen for upgrades, where there are any.
   */
  attachTo(server: Server & { shouldUpgradeCallback?: unknown }, shared: ServerShared): void {
    const read = createNodeListener(this.#application, {
      ...shared,
      files: undefined,
      Source: HandshakeSource,
      openWebSocket: (response, source, outgoing) => this.#open(response, source, outgoing, shared),
    });
    const isAlone = (): boolean => server.listenerCount('upgrade') === 1;
    onUpgrade(server, (incoming, socket, head) => {
      if (asksForWebSocket(incoming)) {
        const outgoing = takeOver(incoming, socket);
        // Others that listen must find the connection unread.
        this.#early.set(outgoing, isAlone() ? new EarlyFrames(socket, head) : { take: () => head });
        read(incoming, outgoing, isAlone() ? undefined : () => outgoing.detachSocket(socket));
      } else if (isAlone()) requestAgain(server, incoming, socket, head);
    });
    if ('shouldUpgradeCallback' in server && isAlone()) server.shouldUpgradeCallback = asksForWebSocket;
    server.once('close', () => void this.#adapter.close());
  }

  /** @returns when what the hooks do at the end of a socket is done, or the time, in milliseconds, is over */
  allClosed(time: number): Promise<void> {
    return this.#sockets.allClosed(time);
  }

  #open(response: HttpResponse, source: NodeSource, outgoing: ServerResponse, shared: ServerShared): void {
    const { req: incoming } = outgoing;
    const { socket } = incoming;
    const web = source.toWeb();
    this.#sockets.expect(web, source, response, (peer) => {
      shared.closing.during(outgoing, () => peer.close(GOING_AWAY, 'The server shuts down.'));
    });
    outgoing.detachSocket(socket);
    const head = this.#early.get(outgoing)?.take() ?? Buffer.alloc(0);
    this.#adapter.handleUpgrade(incoming, socket, head, web).catch((error: unknown) => {
      this.#application.errors.log(error);
      socket.destroy();
    });
  }
}

type Upgrade = (incoming: IncomingMessage, socket: Socket, head: Buffer) => void;

/** Node tells of an upgrade at once, also when an earlier request of the connection has no answer yet; that comes first. */
function onUpgrade(server: Server, upgrade: Upgrade): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const note = ({ socket }: IncomingMessage, outgoing: ServerResponse): void =>
    void answers.set(socket, outgoing);
  server.prependListener('request', note).prependListener('checkContinue', note);
  server.on('upgrade', (incoming, socket, head) => {
    const proceed = (): void => upgrade(incoming, socket as Socket, head);
    const earlier = answers.get(socket);
    // Node has taken its own listener away.
    socket.on('error', () => {});
    if (earlier === undefined || earlier.closed) proceed();
    else earlier.once('close', () => !socket.destroyed && proceed());
  });
}

/** Makes the response of a request that Node leaves to whoever listens for upgrades. */
function takeOver(incoming: IncomingMessage, socket: Socket): ServerResponse {
  const outgoing = new ServerResponse(incoming);
  outgoing.shouldKeepAlive = false;
  outgoing.assignSocket(socket);
  outgoing.once('finish', () => bidFarewell(socket));
  socket.once('close', () => outgoing.emit('close'));
  return outgoing;
}

async function loadAdapter(): Promise<typeof nodeAdapter> {
  try {
    return (await import('crossws/adapters/node')).default;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new MissingDependencyError('crossws', 'A WebSocket', { cause });
  }
}
