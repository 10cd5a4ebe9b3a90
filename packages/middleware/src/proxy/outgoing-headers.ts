import type { ServerRequest } from 'fw-runtime';
import { endToEnd, isHopByHop } from './hop-by-hop.ts';

/** Headers sent to the upstream in addition to the client's. */
export interface HeaderRules {
  /** Whether Forwarded and X-Forwarded-* describe the client. */
  readonly describesClient: boolean;
  readonly set: Readonly<Record<string, string>>;
}

// Proxies and load balancers set these headers, and servers behind them trust these headers: the client's address,
// the requested URL, and the client's certificate. Values sent by the client are removed. Some servers read "_" as
// "-".
const SET_BY_PROXIES = new RegExp(
  `^(?:${[
    '(?:x-)?forwarded(?:-.*)?',
    '(?:.*-)?(?:client|connecting|originating|peer|real|remote|socket|user)-?ip(?:v6)?',
    'x-envoy-(?:external-address|original-.*)',
    '(?:x-)?remote-(?:addr|address|host|user)',
    'x-(?:host|original-.*|rewrite-url)',
    '(?:x-)?(?:ssl-)?client-(?:cert|dn|verify)(?:-.*)?',
  ].join('|')})$`,
);
// `fetch` sets Host, doesn't support "100 Continue", and decodes encoded bodies, so encodings are not requested.
const OF_THIS_REQUEST: ReadonlySet<string> = new Set(['host', 'expect', 'accept-encoding']);

// The host of a URL may contain a quote or a comma, which would add a hop to Forwarded or another host to X-Forwarded-Host.
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Whether a header can be set on every request. */
export function isSettable(name: string): boolean {
  const lower = name.toLowerCase();
  return lower !== 'content-length' && !OF_THIS_REQUEST.has(lower) && !isHopByHop(lower);
}

/** The headers of the request to the upstream. */
export function outgoingHeaders(request: ServerRequest, rules: HeaderRules): Headers {
  const received = request.headers;
  const headers = new Headers();
  for (const [name, value] of endToEnd(received)) {
    if (OF_THIS_REQUEST.has(name) || SET_BY_PROXIES.test(name.replaceAll('_', '-'))) continue;
    headers.append(name, value);
  }
  // The length of a body that is not forwarded, or that delimits itself.
  if (request.body === null || received.has('transfer-encoding')) headers.delete('content-length');
  headers.set('accept-encoding', 'identity');
  if (rules.describesClient) describeClient(headers, request);
  for (const [name, value] of Object.entries(rules.set)) headers.set(name, value);
  return headers;
}

// Address, host and protocol are those of the connection, unless outer middleware has set them with `withClient`.
function describeClient(headers: Headers, { ip, url }: ServerRequest): void {
  const { host, protocol } = url;
  const scheme = protocol.slice(0, -1);
  const isHost = HOST.test(host);
  if (isHost) headers.set('x-forwarded-host', host);
  headers.set('x-forwarded-proto', scheme);
  const from = ip === undefined ? '' : `for=${nodeOf(ip)};`;
  headers.set('forwarded', `${from}${isHost ? `host="${host}";` : ''}proto=${scheme}`);
  if (ip !== undefined) headers.set('x-forwarded-for', ip);
}

// IPv6 addresses need brackets and quotes (RFC 7239 6).
function nodeOf(ip: string): string {
  return ip.includes(':') ? `"[${ip.replace(/%.*$/, '')}]"` : ip;
}
