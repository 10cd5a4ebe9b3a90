import { addAttribute, type AttributeName, type Attributes } from './attributes.ts';
import type { Platform } from './platform.ts';

/**
 * What a request is made with by hand, beside the init of a Web `Request`.
 *
 * @typeParam Params the parameters of the route, as a handler that is tested by itself finds them
 */
export interface ServerRequestInit<Params extends object = Record<string, string>> extends RequestInit {
  /** What a route would have matched, decoded. Each is an attribute too, as after a match (rule R15). */
  params?: Params;
  /** Key and value of each, as `with` and `withAttribute` set them. */
  attributes?: Iterable<readonly [AttributeName, unknown]>;
  /** What a runtime would have handed over. */
  platform?: Platform;
}

export function firstAttributes(init: ServerRequestInit<object>): Attributes | undefined {
  const { params = {}, attributes = [] } = init;
  let first: Attributes | undefined;
  for (const [name, value] of [...Object.entries(params), ...attributes]) {
    first = addAttribute(first, name, value);
  }
  return first;
}
