import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { HeaderList } from './header-list.ts';
import { HOST } from './host.ts';

/** What a copy of a request says in place of what was received. One object, since nearly no request has any. */
export interface RequestChanges {
  readonly headers?: HeaderList | undefined;
  readonly client?: Client | undefined;
  readonly signal?: (() => AbortSignal) | undefined;
}

/** A signal that is aborted when one of two is; made on first use. */
export function joinSignals(one: () => AbortSignal, other: AbortSignal): () => AbortSignal {
  let joined: AbortSignal | undefined;
  return () => (joined ??= AbortSignal.any([one(), other]));
}

/** What a trusted proxy says of the client in front of it. What is left out stays as it is. */
export interface ClientInfo {
  /** An IPv4 or IPv6 address. */
  readonly ip?: string | undefined;
  readonly protocol?: 'http' | 'https' | undefined;
  /** A name or an address, and a port where it is not that of the protocol: `example.org`, `[::1]:8443`. */
  readonly host?: string | undefined;
}

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
// With the zone of a link-local address.
const IPV6 = /^([\da-f:.]+)(?:%[\w.-]+)?$/i;

/** Client and URL as a trusted proxy says. Immutable. */
export class Client {
  readonly info: ClientInfo;
  #url: URL | undefined;

  /** @throws InvalidArgumentError when something in it is malformed */
  constructor(info: ClientInfo, before: ClientInfo = {}) {
    const { ip, protocol, host } = info;
    if (ip !== undefined && !isAddress(ip)) {
      throw new InvalidArgumentError('ip', 'an address such as "203.0.113.7" or "2001:db8::7"', ip);
    }
    if (protocol !== undefined && protocol !== 'http' && protocol !== 'https') {
      throw new InvalidArgumentError('protocol', '"http" or "https"', protocol);
    }
    if (host !== undefined && !isHost(host)) {
      throw new InvalidArgumentError('host', 'a host such as "example.org" or "example.org:8443"', host);
    }
    this.info = {
      ip: ip ?? before.ip,
      protocol: protocol ?? before.protocol,
      host: host ?? before.host,
    };
  }

  /**
   * The same object each time.
   *
   * @param received the URL as it was received
   */
  urlOf(received: URL): URL {
    if (this.#url !== undefined) return this.#url;
    const { protocol = received.protocol.slice(0, -1), host = received.host } = this.info;
    return (this.#url = new URL(`${protocol}://${host}${received.pathname}${received.search}`));
  }
}

function isHost(host: unknown): boolean {
  return typeof host === 'string' && HOST.test(host) && URL.canParse(`http://${host}/`);
}

function isAddress(ip: unknown): boolean {
  if (typeof ip !== 'string') return false;
  if (IPV4.test(ip)) return URL.canParse(`http://${ip}/`);
  return URL.canParse(`http://[${IPV6.exec(ip)?.[1] ?? ''}]/`);
}
