import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { HttpError } from '../errors/http-error.ts';
import type { HeaderList } from './header-list.ts';

/** The values that a copy of a request overrides. One object, because nearly all requests have none. */
export interface RequestChanges {
  readonly headers?: HeaderList | undefined;
  readonly client?: Client | undefined;
  readonly signal?: (() => AbortSignal) | undefined;
}

/** Values from a trusted proxy about the client in front of it. Missing values stay as they are. */
export interface ClientInfo {
  /** The client's IPv4 or IPv6 address. */
  readonly ip?: string | undefined;
  /** The protocol between the client and the outermost proxy. */
  readonly protocol?: 'http' | 'https' | undefined;
  /**
   * The host that the client requested: a name or an address, with a port unless it is the default, such as
   * `example.org` or `[::1]:8443`.
   */
  readonly host?: string | undefined;
}

/** A name, an IPv4 or an IPv6 address, with or without a port: the valid values of a Host header (RFC 9110 7.2). */
export const HOST: RegExp = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/i;

/** Replaces a host that no URL can have, such as one with a port above 65535. */
export const NO_HOST = '_invalid_';

export function malformedTarget(): HttpError {
  return new HttpError(400, 'The Host or the target of the request is malformed.');
}

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
// A link-local address may have a zone.
const IPV6 = /^([\da-f:.]+)(?:%[\w.-]+)?$/i;

/** Client and URL from a trusted proxy. Immutable. */
export class Client {
  readonly info: ClientInfo;
  #url: URL | undefined;

  /** @throws {@link InvalidArgumentError} when a value is malformed */
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
   * Returns the same object each time.
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
