import { HOST } from './request-changes.ts';

/**
 * The type of `request.platform`, the values that the runtime passes with a request. Declare it in your app:
 * `declare module 'fw-runtime' { interface Platform { env: Env; ctx: ExecutionContext } }`.
 */
export interface Platform {}

/**
 * A function that keeps a runtime alive until a promise settles: a process that is about to stop, or a Worker whose
 * response was sent.
 */
export type WaitUntil = (promise: Promise<unknown>) => void;

/** The properties of different runtimes that are read here. Each may be missing or of another type. */
interface Given {
  readonly ctx?: unknown;
  readonly context?: unknown;
  readonly waitUntil?: unknown;
  /** Bun's server. */
  readonly requestIP?: unknown;
  /** From Deno's connection information. */
  readonly remoteAddr?: unknown;
  readonly ip?: unknown;
  readonly address?: unknown;
  readonly hostname?: unknown;
}

/**
 * The platform of `fetch(request, platform)`, and of `fetch(request, env, ctx)` on Workers.
 *
 * @param given the arguments after the request
 */
export function platformOf(given: readonly unknown[]): unknown {
  return given.length > 1 ? { env: given[0], ctx: given[1] } : given[0];
}

/** The arguments after the request for a handler that gets a platform: the inverse of `platformOf`. */
export function argumentsOf(platform: unknown): readonly unknown[] {
  if (platform === undefined) return [];
  if (typeof platform === 'object' && platform !== null && 'env' in platform && 'ctx' in platform) {
    return [platform.env, platform.ctx];
  }
  return [platform];
}

export function waitUntilOf(platform: unknown): WaitUntil | undefined {
  const { ctx, context } = partsOf(platform);
  const owner = [ctx, context, platform]
    .map(partsOf)
    .find(({ waitUntil }) => typeof waitUntil === 'function') as { waitUntil: WaitUntil } | undefined;
  // Workers throw when the method is called without its object.
  return owner && ((promise) => owner.waitUntil(promise));
}

/** The address of the peer: from Bun's server, Deno's connection information, `ip`, or Cloudflare's header on Workers. */
export function ipOf(platform: unknown, request: Request): string | undefined {
  const { requestIP, remoteAddr, ip, context } = partsOf(platform);
  const found =
    typeof requestIP === 'function'
      ? [partsOf((platform as BunServer).requestIP(request)).address]
      : [partsOf(remoteAddr).hostname, ip, partsOf(context).ip, workersIp(request)];
  return found.find((address) => typeof address === 'string');
}

interface BunServer {
  requestIP(request: Request): object | null;
}

// Only Workers have `cf`. On other runtimes a client could send this header itself.
function workersIp(request: Request & { readonly cf?: unknown }): string | undefined {
  if (typeof request.cf !== 'object' || request.cf === null) return undefined;
  return request.headers.get('cf-connecting-ip') ?? undefined;
}

function partsOf(value: unknown): Given {
  return typeof value === 'object' && value !== null ? value : {};
}

/**
 * Whether the runtime leaves out the host of a URL when it would change the path. Elsewhere the Host header is compared, and
 * Bun copies all headers when one is read.
 */
const CHECKS_HOST =
  Number.parseFloat((globalThis as { Bun?: { version?: string } }).Bun?.version ?? '0') >= 1.4;

/** Path and query of a request, without a fragment; undefined when the host or the target is malformed. */
export function targetOf(request: Request): string | undefined {
  const { url } = request;
  const hostStart = url.startsWith('http://') ? 7 : url.startsWith('https://') ? 8 : Infinity;
  const pathStart = url.indexOf('/', hostStart);
  if (pathStart === -1 || url.includes('#')) return unusualTargetOf(request);
  const host = url.slice(hostStart, pathStart);
  const isUsual = HOST.test(host) && (CHECKS_HOST || isHeaderOf(request, host));
  return isUsual ? url.slice(pathStart) : unusualTargetOf(request);
}

function isHeaderOf({ headers }: Request, host: string): boolean {
  const header = headers.get('host');
  return header === null || header === host;
}

// On Bun, a URL without a valid Host is "/path". Deno joins Host and target without parsing them: "http://evil/admin?/path".
const URL_OF_REQUEST = /^(?:https?:\/\/([^/?#]*))?(\/[^?#]*)?(?:\?([^#]*))?/i;

function unusualTargetOf({ url, headers }: Request): string | undefined {
  const [, host, path, query] = URL_OF_REQUEST.exec(url) as RegExpExecArray;
  const header = headers.get('host');
  // An empty Host is valid: the client doesn't know a name of the server (RFC 9112 3.2).
  const isValid =
    (!header || HOST.test(header)) && (host === undefined ? path !== undefined : HOST.test(host));
  return isValid ? `${path ?? '/'}${query === undefined ? '' : `?${query}`}` : undefined;
}
