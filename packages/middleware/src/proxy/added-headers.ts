/** The part of undici's `Dispatcher` that is used here. */
interface Dispatcher {
  dispatch(options: { readonly headers?: unknown }, handler: unknown): boolean;
}

const SET_BY_FETCH: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'sec-fetch-mode',
  'user-agent',
]);
// undici registers its dispatcher under this symbol, also the undici within Node.
const GLOBAL: unique symbol = Symbol.for('undici.globalDispatcher.1');

/**
 * An option for `fetch` on Node, which otherwise adds `Accept`, `Accept-Language` and `User-Agent` and replaces `Sec-Fetch-Mode`;
 * empty on runtimes that have no such option.
 *
 * @param sent the headers of the request
 */
export function withoutAddedHeaders(sent: Headers): object {
  const dispatcher = (globalThis as { readonly [GLOBAL]?: Dispatcher })[GLOBAL];
  if (dispatcher === undefined) return {};
  const bare: Dispatcher = {
    dispatch(options, handler) {
      const { headers } = options;
      // `fetch` passes an object; other forms are left as they are.
      if (typeof headers !== 'object' || headers === null || Symbol.iterator in headers) {
        return dispatcher.dispatch(options, handler);
      }
      const others = Object.entries(headers).filter(([name]) => !SET_BY_FETCH.has(name));
      const own = [...sent].filter(([name]) => SET_BY_FETCH.has(name));
      return dispatcher.dispatch({ ...options, headers: Object.fromEntries([...others, ...own]) }, handler);
    },
  };
  return { dispatcher: bare };
}
