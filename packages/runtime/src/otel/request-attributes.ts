import type { Attributes } from '@opentelemetry/api';
import { decoded, isSecretParameter, maskText } from '../errors/secret-names.ts';
import type { ServerRequest } from '../http/server-request.ts';

// RFC 9110 and RFC 5789.
const METHODS = 'CONNECT,DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT,TRACE';
const REDACTED = 'REDACTED';
const OTHER = '_OTHER';

/** What Node tells of a connection; absent on other runtimes. */
interface NodeSource {
  readonly node?: { readonly incoming: Incoming };
}

interface Incoming {
  readonly httpVersion: string;
  readonly socket: { readonly encrypted?: boolean; readonly remotePort?: number };
}

/**
 * What the semantic conventions for HTTP servers ask of a request when it begins.
 *
 * @param methods that are known; see `knownMethods`
 */
export function requestAttributes(request: ServerRequest, methods: readonly string[]): Attributes {
  const { method, originalPath, queryString, source } = request;
  const { incoming } = (source as NodeSource).node ?? {};
  const known = methods.includes(method) ? method : OTHER;
  const scheme = schemeOf(request, incoming);
  const peer = source.ip;
  return defined({
    'http.request.method': known,
    'http.request.method_original': known === method ? undefined : method,
    'url.path': originalPath,
    'url.query': queryString === '' ? undefined : redacted(queryString),
    'url.scheme': scheme,
    ...serverOf(request.header('host'), scheme),
    'client.address': peer,
    'network.peer.address': peer,
    'network.peer.port': incoming?.socket.remotePort,
    'network.protocol.version': incoming?.httpVersion.replace(/^([2-9])\.0$/, '$1'),
    'user_agent.original': request.header('user-agent'),
  });
}

/** What a trusted proxy says of the client and of the host that it asked. */
export function clientAttributes(request: ServerRequest): Attributes {
  const { url, ip } = request;
  const scheme = url.protocol.slice(0, -1);
  return defined({ 'url.scheme': scheme, ...serverOf(url.host, scheme), 'client.address': ip });
}

/** The method as the name of a span has it. */
export function spanMethod(attributes: Attributes): string {
  const method = String(attributes['http.request.method']);
  return method === OTHER ? 'HTTP' : method;
}

/** The variable is that of the conventions. */
export function knownMethods(): readonly string[] {
  return (process.env['OTEL_INSTRUMENTATION_HTTP_KNOWN_METHODS'] ?? METHODS)
    .split(',')
    .map((method) => method.trim());
}

function schemeOf(request: ServerRequest, incoming: Incoming | undefined): string {
  if (incoming === undefined) return request.url.protocol.slice(0, -1);
  return incoming.socket.encrypted === true ? 'https' : 'http';
}

function serverOf(host: string | undefined, scheme: string): Attributes {
  const [, address, port] = /^(\[.+\]|[^:]+)(?::(\d+))?$/.exec(host ?? '') ?? [];
  if (address === undefined) return {};
  return {
    'server.address': address.replace(/^\[(.+)\]$/, '$1'),
    'server.port': port === undefined ? (scheme === 'https' ? 443 : 80) : Number(port),
  };
}

/** The query without the values of what looks like a secret. */
function redacted(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      const isSecret = pair.length > name.length && isSecretParameter(decoded(name));
      return isSecret ? `${name}=${REDACTED}` : maskText(pair);
    })
    .join('&');
}

function defined(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
