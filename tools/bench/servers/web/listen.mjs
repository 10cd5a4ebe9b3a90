// Serves a `fetch` function with the runtime's own server.

/** @returns the port */
export async function listen(fetch, options = {}) {
  if (globalThis.Bun !== undefined) {
    return Bun.serve({ hostname: '127.0.0.1', port: 0, fetch, ...options }).port;
  }
  const server = Deno.serve({ hostname: '127.0.0.1', port: 0, onListen() {} }, fetch);
  return server.addr.port;
}
