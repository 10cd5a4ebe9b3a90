/**
 * The type of `request.platform`, the values that the runtime passes with a request. Declare it in your app:
 * `declare module 'fw-runtime' { interface Platform { env: Env; ctx: ExecutionContext } }`.
 */
export interface Platform {}

/** Keeps a runtime that is about to stop, or a Worker whose response was sent, alive until a promise settles. */
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
  if (typeof requestIP === 'function') {
    return textOf((platform as { requestIP(request: Request): Peer | null }).requestIP(request)?.address);
  }
  return (
    textOf((partsOf(remoteAddr) as Peer).hostname) ??
    textOf(ip) ??
    textOf(partsOf(context).ip) ??
    workersIp(request)
  );
}

interface Peer {
  readonly address?: unknown;
  readonly hostname?: unknown;
}

// Only Workers have `cf`. On other runtimes a client could send this header itself.
function workersIp(request: Request & { readonly cf?: unknown }): string | undefined {
  if (typeof request.cf !== 'object' || request.cf === null) return undefined;
  return request.headers.get('cf-connecting-ip') ?? undefined;
}

function partsOf(value: unknown): Given {
  return typeof value === 'object' && value !== null ? value : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
