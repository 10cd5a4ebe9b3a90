import type * as hooks from 'node:async_hooks';

// The module isn't imported, because it doesn't exist in browsers and on Workers, where there is no server either.
const module = globalThis.process?.getBuiltinModule?.('node:async_hooks') as typeof hooks | undefined;
const strangers = module === undefined ? undefined : new module.AsyncLocalStorage<boolean>();

/**
 * Handles a request for a client that may see internals or not, including those of requests that a handler sends for it. Both
 * kinds are noted, because on Deno a request inherits the context of the previous one on its connection.
 */
export function handleFor<T>(isStranger: boolean, handle: () => T): T {
  return strangers === undefined ? handle() : strangers.run(isStranger, handle);
}

/** Whether the current request comes from a client that may not see internals. */
export function isForStranger(): boolean {
  return strangers?.getStore() === true;
}
