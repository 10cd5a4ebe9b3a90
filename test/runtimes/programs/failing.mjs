// Serves handlers that throw and return the values of failures.mjs, in both variants and in every setup, each on its own port.
import { createServer } from 'node:http';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { toNodeHandler } from 'fw-runtime/node';
import { createApplication, SETUPS } from './failing-application.mjs';
import { badResponses, thrownValues } from './failures.mjs';

const { Bun, process } = globalThis;
const hostname = '127.0.0.1';

// The unhandled errors, which would end the process.
const noted = { lines: 0, unhandled: 0 };
for (const name of ['log', 'warn', 'error']) {
  const print = console[name];
  console[name] = (...given) => {
    // A value that can't be printed throws, and is skipped.
    print(...given);
    if (!String(given[0]).startsWith('SERVERS')) noted.lines++;
  };
}
for (const name of ['unhandledRejection', 'uncaughtException']) process.on(name, () => noted.unhandled++);

/** @returns the URL */
async function serve(app, setup) {
  if (setup === 'app.fetch' && Bun) return Bun.serve({ hostname, port: 0, fetch: app.fetch }).url.origin;
  if (!/^(?:toNodeHandler|app\.fetch)/.test(setup)) {
    return (await app.run({ host: hostname, port: 0, signals: false, silent: true })).url;
  }
  const handle = toNodeHandler(app);
  const listener =
    setup === 'app.fetch'
      ? (incoming, outgoing) => void respondByFetch(app, incoming, outgoing)
      : setup === 'toNodeHandler'
        ? (incoming, outgoing) => handle(incoming, outgoing)
        : (incoming, outgoing) => handle(incoming, outgoing, () => outgoing.writeHead(404).end('next'));
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, hostname, resolve));
  return `http://${hostname}:${server.address().port}`;
}

// As a platform does that calls `fetch`. A promise that rejects is an unhandled rejection.
async function respondByFetch(app, { url, headers }, outgoing) {
  const response = await app.fetch(new Request(`http://${hostname}${url}`, { headers }));
  try {
    const body = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
  } catch {
    // A stream that fails, or has the wrong length, is for the platform to report.
    outgoing.writeHead(500).end();
  }
}

const served = [];
for (const setup of Object.keys(SETUPS)) {
  if (setup === 'development tools') await import('fw-devtools/attach');
  for (const [name, variant] of Object.entries({ a, b })) {
    served.push({ variant: name, setup, url: await serve(createApplication(variant, setup, noted), setup) });
  }
}
const values = { thrown: thrownValues(b), responses: badResponses(b) };
console.log(`SERVERS ${JSON.stringify({ served, ...values })}`);
console.log(`Listening on ${served[0].url}`);
