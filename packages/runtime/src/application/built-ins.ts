import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config/config.ts';
import type { BuiltInMiddleware, BuiltInRole } from '../pipeline/entry.ts';

const ROLES: ReadonlyMap<unknown, BuiltInRole> = new Map([
  [ROUTING_MIDDLEWARE, 'routing'],
  [DISPATCH_MIDDLEWARE, 'dispatch'],
]);

export const BUILT_IN_ROLES: readonly BuiltInRole[] = ['routing', 'dispatch'];

/** An application's routing and dispatch middleware, each in its pipeline at most once (rules P5, C2). */
export class BuiltIns {
  readonly #middleware: Readonly<Record<BuiltInRole, unknown>>;
  #registered: ReadonlySet<BuiltInRole> = new Set();

  constructor(middleware: Readonly<Record<BuiltInRole, unknown>>) {
    this.#middleware = middleware;
  }

  has(role: BuiltInRole): boolean {
    return this.#registered.has(role);
  }

  /** Forgets what `register` has taken when it throws. */
  allOrNothing<T>(register: () => T): T {
    const before = this.#registered;
    try {
      return register();
    } catch (error) {
      this.#registered = before;
      throw error;
    }
  }

  /** The middleware for a constant; without middleware when it is registered already, and undefined for any other value. */
  take(value: unknown): BuiltInMiddleware | undefined {
    const role = ROLES.get(value);
    if (role === undefined) return undefined;
    if (this.#registered.has(role)) return { role, middleware: undefined };
    this.#registered = new Set([...this.#registered, role]);
    return { role, middleware: this.#middleware[role] };
  }
}
