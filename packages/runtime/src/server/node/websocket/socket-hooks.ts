import type { AdapterInstance, AdapterOptions, Hooks, Peer } from 'crossws';
import type { RequestHandler } from '../../../kernel/application/request-handler.ts';
import type { ServerConfig, WebSocketConfig } from '../../../kernel/config.ts';
import { MissingDependencyError } from '../../../kernel/errors/coded-errors.ts';
import { attempt } from '../../../kernel/error-responses/application-log.ts';
import { DEFAULT_BODY_LIMIT } from '../../../kernel/http/bodies/read-body.ts';
import type { RequestSource } from '../../../kernel/http/request-source.ts';
import {
  type SocketToOpen,
  type UpgradeResponse,
  wrongWebSocket,
} from '../../../kernel/http/upgrade-web-socket.ts';
import type { WebSocketHooks } from '../../../kernel/http/web-socket-hooks.ts';
import { isSettled } from '../process/lifecycle.ts';
import { SocketPeer } from './socket-peer.ts';

type HookName = Exclude<keyof WebSocketHooks, 'origins' | 'upgrade'>;
type CalledHooks = Partial<Record<HookName, (peer: unknown, given: unknown) => unknown>>;

/** The result of crossws's hook `upgrade`. */
type Upgrade = NonNullable<Exclude<Awaited<ReturnType<Hooks['upgrade']>>, Response>>;

interface Socket extends SocketToOpen {
  /** Returns what is called when the socket is closed. */
  readonly onOpen: ((peer: Peer) => (() => void) | void) | undefined;
  onClose?: (() => void) | void;
  /** The peer that hooks get, around the peer of crossws. */
  peer?: SocketPeer;
}

const SOCKET: unique symbol = Symbol('socket');
const HOOKS: readonly HookName[] = ['open', 'message', 'close', 'drain', 'error'];
/** The headers of a body, and the headers that crossws adds to the handshake itself. */
const NOT_SENT = /^(?:content-.+|sec-websocket-(?:accept|extensions))$/i;
// RFC 6455 7.4.1: the server encountered an unexpected condition.
const INTERNAL_ERROR = 1011;

/** The arguments of `close` for the sockets of a server that shuts down: "going away" (RFC 6455 7.4.1). */
export const AT_SHUTDOWN: readonly [number, string] = [1001, 'The server shuts down.'];

/**
 * Loads an adapter of crossws.
 *
 * @throws {@link MissingDependencyError} without crossws
 */
export async function loadAdapter<Adapter>(
  load: () => Promise<{ readonly default: Adapter }>,
): Promise<Adapter> {
  try {
    return (await load()).default;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new MissingDependencyError('crossws', 'A WebSocket', { cause });
  }
}

/** The limits of the configuration, or else the defaults. */
export function socketLimits({ websocket }: ServerConfig): Required<WebSocketConfig> {
  return { max_payload: DEFAULT_BODY_LIMIT, idle_timeout: 30_000, ...websocket };
}

/** crossws's hooks for all sockets of a server: each calls the hook of the response that the socket was opened with. */
export class SocketHooks<Adapter extends Pick<AdapterInstance, 'peers'> = AdapterInstance> {
  readonly adapter: Adapter;
  readonly #errors: Pick<RequestHandler['errors'], 'log'>;
  readonly #upgrades = new WeakMap<Request, Upgrade>();
  readonly #open = new Set<Socket>();
  #onAllClosed: (() => void) | undefined;

  constructor(
    errors: Pick<RequestHandler['errors'], 'log'>,
    createAdapter: (options: AdapterOptions) => Adapter,
  ) {
    this.#errors = errors;
    const own = HOOKS.map((name) => [name, (peer: Peer, given: unknown) => this.#call(name, peer, given)]);
    const upgrade: Hooks['upgrade'] = (request) => this.#upgrades.get(request);
    this.adapter = createAdapter({ hooks: { ...Object.fromEntries(own), upgrade }, getNamespace: () => '/' });
  }

  /**
   * Notes the socket to open for a request, which the caller passes to crossws next.
   *
   * @param onOpen called before the hook `open`
   * @returns the headers to send with the handshake
   * @throws {@link FwError} FW_WRONG_WEBSOCKET when the response opens the socket of another request
   */
  expect(
    request: Request,
    source: RequestSource,
    response: UpgradeResponse,
    onOpen?: Socket['onOpen'],
  ): [string, string][] {
    const { request: handled, upgrade } = response.socket;
    if (handled.source !== source) throw wrongWebSocket(source);
    const { protocol, namespace = handled.originalPath } = upgrade;
    const socket: Socket = { ...response.socket, onOpen };
    const headers = response.headerList.sendable.filter((name) => !NOT_SENT.test(name)).pairs;
    this.#upgrades.set(request, {
      headers,
      ...(protocol !== undefined && { protocol }),
      namespace,
      context: Object.assign({ request: handled }, { [SOCKET]: socket }),
    });
    return headers;
  }

  /** @returns when the hook `close` of each socket has ended, or the time, in milliseconds, is over */
  async allClosed(time: number): Promise<void> {
    if (this.#open.size === 0) return;
    await isSettled(new Promise<void>((resolve) => (this.#onAllClosed = resolve)), time);
  }

  // Never rejects, because crossws doesn't wait for the promise.
  async #call(name: HookName, peer: Peer, given: unknown): Promise<void> {
    const socket = socketOf(peer);
    const own = (socket.peer ??= new SocketPeer(peer, (other) => socketOf(other).peer));
    try {
      if (name === 'open') {
        this.#open.add(socket);
        socket.onClose = socket.onOpen?.(peer);
      }
      await (socket.hooks as CalledHooks)[name]?.(own, given);
    } catch (error) {
      this.#errors.log(error);
      // A socket that is closing can't be closed on every runtime.
      if (name === 'open' || name === 'message') attempt(() => peer.close(INTERNAL_ERROR));
    }
    if (name !== 'close') return;
    this.#open.delete(socket);
    socket.onClose?.();
    // crossws keeps namespaces forever, and clients choose the paths that become namespaces.
    const { peers } = this.adapter;
    if (peers.get(peer.namespace)?.size === 0) peers.delete(peer.namespace);
    if (this.#open.size === 0) this.#onAllClosed?.();
  }
}

function socketOf(peer: Peer): Socket {
  return (peer.context as { [SOCKET]: Socket })[SOCKET];
}
