import type * as hooks from 'node:async_hooks';

// The module isn't imported, because it doesn't exist in browsers and on Workers, where there is no server either.
const module = globalThis.process?.getBuiltinModule?.('node:async_hooks') as typeof hooks | undefined;
const strangers = module === undefined ? undefined : new module.AsyncLocalStorage<boolean>();

/** Handles a request of a client that may not see internals, including those of requests that a handler sends for it. */
export function handleForStranger<T>(handle: () => T): T {
  return strangers === undefined ? handle() : strangers.run(true, handle);
}

/** Whether the current request comes from a client that may not see internals. */
export function isForStranger(): boolean {
  return strangers?.getStore() === true;
}
