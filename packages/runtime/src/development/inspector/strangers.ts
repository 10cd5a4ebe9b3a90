import type * as hooks from 'node:async_hooks';

// Not imported, because bundles for browsers and Workers have no such module, and no gate that would need it.
const module = globalThis.process?.getBuiltinModule?.('node:async_hooks') as typeof hooks | undefined;
const strangers = module === undefined ? undefined : new module.AsyncLocalStorage<boolean>();

/** Handles a request of a client that may not see the inside, not even of requests that a handler makes for it. */
export function handleForStranger<T>(handle: () => T): T {
  return strangers === undefined ? handle() : strangers.run(true, handle);
}

/** Whether what happens now happens for the request of such a client. */
export function isForStranger(): boolean {
  return strangers?.getStore() === true;
}
