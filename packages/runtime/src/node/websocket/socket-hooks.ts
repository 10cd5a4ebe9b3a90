import type { AdapterInstance, Hooks, Peer } from 'crossws';
import type { RequestHandler } from '../../application/request-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { RequestSource } from '../../http/request-source.ts';
import type { WebSocketHooks } from '../../http/web-socket-hooks.ts';
import { type Handshake, wrongWebSocket } from './handshake.ts';

type HookName = Exclude<keyof WebSocketHooks, 'origins' | 'upgrade'>;
type CalledHooks = Partial<Record<HookName, (peer: unknown, given: unknown) => unknown>>;

/** What crossws is given to open a socket with. */
type Upgrade = NonNullable<Exclude<Awaited<ReturnType<Hooks['upgrade']>>, Response>>;

interface Socket {
  readonly handshake: Handshake;
  readonly onOpen: ((peer: Peer) => void) | undefined;
}

const SOCKET: unique symbol = Symbol('socket');
const HOOKS: readonly HookName[] = ['open', 'message', 'close', 'drain', 'error'];
/** Headers that the handshake has of its own, and those of a body. */
const NOT_SENT = /^(?:content-.+|sec-websocket-(?:accept|extensions))$/i;
// RFC 6455 7.4.1: the server met something that it did not expect.
const INTERNAL_ERROR = 1011;

/** crossws's hooks for all sockets of a server: each calls that of the handshake which the socket was opened with. */
export class SocketHooks {
  readonly hooks: Partial<Hooks>;
  readonly #errors: Pick<RequestHandler['errors'], 'log'>;
  readonly #upgrades = new WeakMap<Request, Upgrade>();
  readonly #open = new Set<Socket>();
  #onAllClosed: (() => void) | undefined;
  #namespaces: AdapterInstance['peers'] | undefined;

  constructor(errors: Pick<RequestHandler['errors'], 'log'>) {
    this.#errors = errors;
    const own = HOOKS.map((name) => [name, (peer: Peer, given: unknown) => this.#call(name, peer, given)]);
    this.hooks = { ...Object.fromEntries(own), upgrade: (request) => this.#upgrades.get(request) };
  }

  /** @param adapter that was made with these hooks */
  serve(adapter: AdapterInstance): void {
    this.#namespaces = adapter.peers;
  }

  /**
   * Notes what is to be opened for a request, which crossws is given next.
   *
   * @param response with the status 101
   * @param onOpen called before the hook `open`
   * @returns the headers to send with the handshake
   * @throws FwError FW_WRONG_WEBSOCKET when the response leads to a socket that another request has asked for
   */
  expect(
    request: Request,
    source: RequestSource,
    response: HttpResponse,
    onOpen?: Socket['onOpen'],
  ): [string, string][] {
    // That status has no other body.
    const handshake = response.body as Handshake;
    const { request: answered, upgrade } = handshake;
    if (answered.source !== source) throw wrongWebSocket(source);
    const { protocol, namespace = answered.originalPath } = upgrade;
    const socket: Socket = { handshake, onOpen };
    const headers = response.headerList.sendable.filter((name) => !NOT_SENT.test(name)).pairs;
    this.#upgrades.set(request, {
      headers,
      ...(protocol !== undefined && { protocol }),
      namespace,
      context: Object.assign({ request: answered }, { [SOCKET]: socket }),
    });
    return headers;
  }

  /** @returns when the hook `close` of each socket has ended, or the time, in milliseconds, is over */
  async allClosed(time: number): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#onAllClosed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  // Never rejects, since crossws does not wait for it.
  async #call(name: HookName, peer: Peer, given: unknown): Promise<void> {
    const socket = (peer.context as { [SOCKET]: Socket })[SOCKET];
    const { handshake, onOpen } = socket;
    try {
      if (name === 'open') {
        this.#open.add(socket);
        onOpen?.(peer);
      }
      await (handshake.hooks as CalledHooks)[name]?.(peer, given);
    } catch (error) {
      this.#errors.log(error);
      if (name === 'open' || name === 'message') peer.close(INTERNAL_ERROR);
    }
    if (name !== 'close') return;
    this.#open.delete(socket);
    // crossws keeps them for ever, and clients choose the paths that they are made of.
    if (this.#namespaces?.get(peer.namespace)?.size === 0) this.#namespaces.delete(peer.namespace);
    if (this.#open.size === 0) this.#onAllClosed?.();
  }
}
