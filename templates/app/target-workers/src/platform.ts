import type { ExecutionContext } from '@cloudflare/workers-types';

/** Variables, secrets and bindings of the Worker, as in `readonly GREETING: string`. */
export interface Env {}

declare module 'fw-runtime' {
  /** The type of `request.platform`. */
  interface Platform {
    readonly env: Env;
    readonly ctx: ExecutionContext;
  }
}
