import { AsyncLocalStorage } from 'node:async_hooks';

const strangers = new AsyncLocalStorage<boolean>();

/** Handles a request of a client that may not see the inside, not even of requests that a handler makes for it. */
export function handleForStranger<T>(handle: () => T): T {
  return strangers.run(true, handle);
}

/** Whether what happens now happens for the request of such a client. */
export function isForStranger(): boolean {
  return strangers.getStore() === true;
}
