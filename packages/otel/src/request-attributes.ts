import type { Attributes } from '@opentelemetry/api';
import {
  type Connection,
  isSecretParameter,
  maskText,
  type RequestMessage,
  type ServerRequest,
} from 'fw-runtime';

// RFC 9110 and RFC 5789.
const METHODS = 'CONNECT,DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT,TRACE';
const REDACTED = 'REDACTED';
const OTHER = '_OTHER';

/**
 * The attributes that the semantic conventions for HTTP servers require when a request begins.
 *
 * @param methods the known methods; see `knownMethods`
 */
export function requestAttributes(message: RequestMessage, methods: readonly string[]): Attributes {
  const { request, connection } = message;
  const { method, originalPath, queryString } = request;
  const known = methods.includes(method) ? method : OTHER;
  const scheme = schemeOf(request, connection);
  return defined({
    'http.request.method': known,
    'http.request.method_original': known === method ? undefined : method,
    'url.path': originalPath,
    'url.query': queryString === '' ? undefined : redacted(queryString),
    'url.scheme': scheme,
    ...serverOf(request.header('host'), scheme),
    'client.address': request.ip,
    'network.peer.address': connection?.address,
    'network.peer.port': connection?.port,
    'network.protocol.version': connection?.httpVersion.replace(/^([2-9])\.0$/, '$1'),
    'user_agent.original': request.header('user-agent'),
  });
}

/** The address of the client and the requested host, as forwarded by a trusted proxy. */
export function clientAttributes(request: ServerRequest): Attributes {
  const { url, ip } = request;
  const scheme = url.protocol.slice(0, -1);
  return defined({ 'url.scheme': scheme, ...serverOf(url.host, scheme), 'client.address': ip });
}

/** The method as written in the name of a span. */
export function spanMethod(attributes: Attributes): string {
  const method = String(attributes['http.request.method']);
  return method === OTHER ? 'HTTP' : method;
}

/** The name of the environment variable comes from the conventions. */
export function knownMethods(): readonly string[] {
  return (process.env['OTEL_INSTRUMENTATION_HTTP_KNOWN_METHODS'] ?? METHODS)
    .split(',')
    .map((method) => method.trim());
}

function schemeOf(request: ServerRequest, connection: Connection | undefined): string {
  if (connection === undefined) return request.url.protocol.slice(0, -1);
  return connection.isEncrypted ? 'https' : 'http';
}

function serverOf(host: string | undefined, scheme: string): Attributes {
  const [, address, port] = /^(\[.+\]|[^:]+)(?::(\d+))?$/.exec(host ?? '') ?? [];
  if (address === undefined) return {};
  return {
    'server.address': address.replace(/^\[(.+)\]$/, '$1'),
    'server.port': port === undefined ? (scheme === 'https' ? 443 : 80) : Number(port),
  };
}

/** The name of a query parameter without percent-encoding. */
function decoded(name: string): string {
  return new URLSearchParams(name).keys().next().value ?? '';
}

/** The query string with the values of parameters that look like secrets masked. */
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
