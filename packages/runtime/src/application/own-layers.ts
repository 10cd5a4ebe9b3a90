import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config/pipeline-constants.ts';
import type { OwnLayer, OwnRole } from '../pipeline/entry.ts';

const ROLES: ReadonlyMap<unknown, OwnRole> = new Map([
  [ROUTING_MIDDLEWARE, 'routing'],
  [DISPATCH_MIDDLEWARE, 'dispatch'],
]);

export const OWN_ROLES: readonly OwnRole[] = ['routing', 'dispatch'];

/** An application's own routing and dispatching, each in its pipeline at most once (rules P5, C2). */
export class OwnLayers {
  readonly #middleware: Readonly<Record<OwnRole, unknown>>;
  #attached: ReadonlySet<OwnRole> = new Set();

  constructor(middleware: Readonly<Record<OwnRole, unknown>>) {
    this.#middleware = middleware;
  }

  has(role: OwnRole): boolean {
    return this.#attached.has(role);
  }

  /** What `attach` takes counts as piped when it returns, and as not piped when it throws. */
  allOrNothing<T>(attach: () => T): T {
    const before = this.#attached;
    try {
      return attach();
    } catch (error) {
      this.#attached = before;
      throw error;
    }
  }

  /** The layer that a constant stands for, without middleware when it is attached already. */
  take(value: unknown): OwnLayer | undefined {
    const role = ROLES.get(value);
    if (role === undefined) return undefined;
    if (this.#attached.has(role)) return { role, middleware: undefined };
    this.#attached = new Set([...this.#attached, role]);
    return { role, middleware: this.#middleware[role] };
  }
}
