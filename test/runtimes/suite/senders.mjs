// Ways to send a request to an application.

/** As on a platform that calls `fetch`. */
export function byFetch(app, request) {
  return app.fetch(request);
}

/** Over a connection to the server that `run()` starts. */
export async function byRun(app, request) {
  const { ENGINE } = globalThis.process?.env ?? {};
  if (ENGINE !== undefined) app.requestHandler.serverConfig.engine = ENGINE;
  const server = await app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true });
  try {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
    const response = await fetch(server.url + pathname + search, {
      method,
      headers,
      body,
      redirect: 'manual',
    });
    const bytes = await response.arrayBuffer();
    return new Response(bytes.byteLength > 0 ? bytes : null, response);
  } finally {
    await server.close();
  }
}
