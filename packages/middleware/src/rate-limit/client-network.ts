/**
 * The key of a client: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one client.
 * IPv4-mapped IPv6 addresses count as IPv4.
 */
export function clientNetwork(ip: string): string {
  if (!ip.includes(':')) return ip;
  const address = `http://[${ip.replace(/%.*$/, '')}]/`;
  if (!URL.canParse(address)) return ip;
  // Lower-case, "::" for the longest row of zeros, without an IPv4 part.
  const [start = '', end] = new URL(address).hostname.slice(1, -1).split('::');
  const [head, tail] = [start, end ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const missing = 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  const groups = [...(head ?? []), ...Array<string>(missing).fill('0'), ...(tail ?? [])];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return fromGroups(groups[6], groups[7]);
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function fromGroups(...groups: readonly (string | undefined)[]): string {
  return groups
    .map((group) => Number.parseInt(group ?? '0', 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.');
}
