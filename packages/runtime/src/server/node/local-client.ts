import type { IncomingHttpHeaders } from 'node:http';

const LOCAL_HOST = /^(?:(?:[\w-]+\.)*localhost\.?|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
const FORWARDING =
  /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/i;

/** The part of Node's `IncomingMessage` that is read here. */
interface Incoming {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/** Whether a request comes from this machine and is for a name of this machine. */
export function isLocalClient({ socket, headers }: Incoming): boolean {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined || !isLoopback(remoteAddress)) return false;
  const hosts = [headers.host, headers[':authority'] as string | undefined].filter(
    (host) => host !== undefined,
  );
  return hosts.length > 0 && hosts.every((host) => LOCAL_HOST.test(host));
}

/** The same, unless a header says that a proxy or a tunnel has forwarded the request, so that its client may be anywhere. */
export function isDirectLocalClient(incoming: Incoming): boolean {
  return isLocalClient(incoming) && !Object.keys(incoming.headers).some((name) => FORWARDING.test(name));
}

/** Whether the address of a peer is one of this machine: 127.0.0.0/8, also as IPv6 writes it, or ::1. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}
