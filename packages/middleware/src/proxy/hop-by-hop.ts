/** Headers of a single connection, which proxies must not forward (RFC 9110 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** @param name in lower case */
export function isHopByHop(name: string): boolean {
  return HOP_BY_HOP.has(name);
}

/** The headers to forward: all except hop-by-hop headers and the headers that `Connection` names. */
export function endToEnd(headers: Headers): [string, string][] {
  const named = new Set((headers.get('connection') ?? '').toLowerCase().split(/[\t ,]+/));
  return [...headers].filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name));
}
