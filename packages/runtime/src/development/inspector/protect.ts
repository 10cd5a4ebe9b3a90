import { FwError } from '../../errors/fw-error.ts';
import { HttpResponse } from '../../http/http-response.ts';
import type { ServerRequest } from '../../http/server-request.ts';

const REQUEST = {
  method: 'request.withMethod(method)',
  path: 'request.withPath(path)',
  params: 'request.withAttribute(name, value)',
};
const RESPONSE = { status: 'response.withStatus(status)' };

/**
 * Makes an assignment to a property of a request or a response throw, with `debug` only. Without it, the assignment would change
 * the object for every request that shares it, such as a response in a constant.
 */
export function protect<T extends ServerRequest | HttpResponse>(message: T): T {
  // Protected before, in an outer layer or by another request.
  if (!Object.isExtensible(message)) return message;
  const [name, properties] = 'status' in message ? ['response', RESPONSE] : ['request', REQUEST];
  for (const [property, instead] of Object.entries(properties)) {
    const value: unknown = Reflect.get(message, property);
    Object.defineProperty(message, property, {
      get: () => value,
      set() {
        throw new FwError(
          'FW_IMMUTABLE',
          `${name}.${property} can't be assigned, because a ${name} is immutable: use the copy that ${instead} returns.`,
        );
      },
    });
  }
  return Object.preventExtensions(message);
}

/**
 * Makes reading a property of a response from the promise of a response throw, with `debug` only. Without it, a forgotten `await`
 * reads undefined.
 */
export function protectPromise<T extends PromiseLike<unknown>>(promise: T): T {
  if ('status' in promise || !Object.isExtensible(promise)) return promise;
  for (const property of ['status', ...Object.getOwnPropertyNames(HttpResponse.prototype)]) {
    if (property in promise) continue;
    Object.defineProperty(promise, property, {
      get() {
        throw new FwError(
          'FW_MISSING_AWAIT',
          `.${property} was read from a promise of a response: write "await" in front of the call of next or delegate, ` +
            'as in "const response = await next(request, response)" or "const response = await delegate(request)".',
        );
      },
    });
  }
  return promise;
}
