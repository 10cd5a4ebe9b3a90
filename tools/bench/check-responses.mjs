// Checks a server's response to a scenario: status, media type, Content-Length and body, and that all middleware runs.

export async function checkResponses(port, checks, server) {
  for (const check of checks) {
    const { passes: before } = await server.usage();
    const response = await fetch(`http://127.0.0.1:${port}${check.path}`, {
      method: check.method ?? 'GET',
      ...(check.send !== undefined && { body: check.send, headers: { 'Content-Type': 'application/json' } }),
    });
    const body = await response.text();
    const { passes: after } = await server.usage();
    const statuses = [check.status].flat();
    if (!statuses.includes(response.status)) expect(check, 'status', response.status, check.status);
    expect(check, 'middlewares run', after - before, check.passes ?? 0);
    if (check.body === undefined) continue;
    expect(check, 'body', body, check.body);
    expect(check, 'type', response.headers.get('content-type')?.split(';')[0], check.type);
    expect(check, 'length', response.headers.get('content-length'), String(Buffer.byteLength(check.body)));
  }
}

function expect({ method = 'GET', path }, what, received, expected) {
  if (received === expected) return;
  throw new Error(
    `${method} ${path}: ${what} is ${JSON.stringify(received)} instead of ${JSON.stringify(expected)}`,
  );
}
