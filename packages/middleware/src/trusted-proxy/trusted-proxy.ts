import { type ClientInfo, defineMiddleware, type ServerRequest, type SharedMiddleware } from 'fw-runtime';
import { array, boolean, minLength, optional, picklist, pipe, strictObject, transform, union } from 'valibot';
import { importPeer } from '../provider/import-peer.ts';
import { readOptions } from '../provider/read-options.ts';
import { text } from '../provider/schemas.ts';
import { Addresses } from './addresses.ts';
import { parseForwarded } from './forwarded.ts';

/** Options of `trustedProxy()`: the addresses of your proxies, and the headers that they set. */
export interface TrustedProxyOptions {
  /**
   * The addresses of your proxies: an address, or a range with its prefix length, `10.0.0.0/8`; or 'loopback',
   * 'linklocal', 'uniquelocal'.
   */
  readonly proxies: string | readonly string[];
  /**
   * The headers that the proxies set: 'x-forwarded', X-Forwarded-For and -Proto, when absent; 'forwarded', the header
   * of RFC 7239. The other header is ignored, because a proxy forwards it unchanged from the client.
   */
  readonly headers?: 'x-forwarded' | 'forwarded';
  /**
   * Whether X-Forwarded-Host sets the host of `url`; false when absent: then the header Host sets it. Enable it only if
   * the proxy sets or removes X-Forwarded-Host, because others, such as the load balancers of AWS, forward the client's
   * own.
   */
  readonly host?: boolean;
}

/** The hops that proxies have reported, the nearest last. */
interface Forwarded {
  readonly hops: readonly (string | undefined)[];
  /** @param used how many of the hops are trusted, starting with the nearest */
  seenBy(used: number): { readonly protocol: string | undefined; readonly host: string | undefined };
}

/**
 * Trusts forwarding headers from your proxies only: `ip`, and protocol and host of `url`, are then those of the client.
 * Starting with the nearest proxy, addresses are followed while the reporting address is trusted; the first untrusted
 * address is the client's. Malformed values are ignored.
 *
 * @param options the addresses of your proxies, and the headers that they set
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @throws {@link MissingDependencyError} when ipaddr.js is not installed
 * @example app.pipe(await trustedProxy({ proxies: ['loopback', '10.0.0.0/8'] }));
 * @source RFC 7239
 */
export async function trustedProxy(options: TrustedProxyOptions): Promise<SharedMiddleware> {
  const { default: ipaddr } = await importPeer(
    'ipaddr.js',
    () => import('ipaddr.js'),
    'fw-middleware/trusted-proxy',
  );
  const addresses = new Addresses(ipaddr);
  const PROXY = text(
    (value) => addresses.rangesOf(value).length > 0,
    'an address such as "10.0.0.7", a range such as "10.0.0.0/8", "loopback", "linklocal" or "uniquelocal"',
  );
  const OPTIONS = strictObject({
    proxies: union([
      pipe(
        PROXY,
        transform((one) => [one]),
      ),
      pipe(array(PROXY), minLength(1, 'expected at least one proxy')),
    ]),
    headers: optional(picklist(['x-forwarded', 'forwarded']), 'x-forwarded'),
    host: optional(boolean(), false),
  });
  const { proxies, headers, host: readsHost } = readOptions('trusted_proxy', OPTIONS, options);
  const isTrusted = addresses.isIn(proxies.flatMap((each) => addresses.rangesOf(each)));
  const read = headers === 'forwarded' ? readForwarded : readXForwarded(readsHost);

  return defineMiddleware(function trustedProxy(request, next) {
    const peer = addresses.parse(request.ip?.replace(/%.*/, '') ?? '');
    if (peer === undefined || !isTrusted(peer)) return next(request);
    const forwarded = read(request);
    let client = peer;
    let used = 0;
    for (const hop of forwarded.hops.toReversed()) {
      if (!isTrusted(client)) break;
      used++;
      const before = hop === undefined ? undefined : addresses.parseForwarded(hop);
      if (before === undefined) break;
      client = before;
    }
    const { protocol, host } = forwarded.seenBy(used);
    return next(withClient(request, { ip: client.toString(), protocol: protocolOf(protocol) }, host));
  });
}

function readXForwarded(readsHost: boolean): (request: ServerRequest) => Forwarded {
  return (request) => {
    const seen = {
      protocol: valuesOf(request, 'x-forwarded-proto').at(-1),
      host: readsHost ? valuesOf(request, 'x-forwarded-host').at(-1) : undefined,
    };
    // Each proxy may append to these headers or replace them, so only the last value is certain to be your own
    // proxy's.
    return { hops: valuesOf(request, 'x-forwarded-for'), seenBy: () => seen };
  };
}

function readForwarded(request: ServerRequest): Forwarded {
  const hops = parseForwarded(request.header('forwarded') ?? '');
  return {
    hops: hops.map((hop) => hop.get('for')),
    seenBy(used) {
      const hop = used === 0 ? undefined : hops.at(-used);
      return { protocol: hop?.get('proto'), host: hop?.get('host') };
    },
  };
}

function valuesOf(request: ServerRequest, name: string): string[] {
  return (request.header(name) ?? '').split(',').map((value) => value.trim());
}

function protocolOf(text = ''): ClientInfo['protocol'] {
  const protocol = text.toLowerCase();
  return protocol === 'http' || protocol === 'https' ? protocol : undefined;
}

function withClient(request: ServerRequest, client: ClientInfo, host: string | undefined): ServerRequest {
  try {
    return request.withClient({ ...client, host: host === '' ? undefined : host });
  } catch {
    // The host is invalid.
    return request.withClient(client);
  }
}
