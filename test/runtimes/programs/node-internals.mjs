// Uses each private API of Node that the runtime relies on, and prints its behavior in this version.
import cluster from 'node:cluster';
import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';

const dist = new URL('../../../packages/runtime/dist/', import.meta.url);
const load = (path) => import(new URL(`${path}.js`, dist).href);
const internal = (name) => load(`server/node/internals/${name}`);

if (cluster.isWorker) {
  createServer().listen(0, '127.0.0.1');
  // A worker that blocks accepts no connection.
  process.on('message', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
} else {
  const report = {
    ...(await privateProperties()),
    ...(await incomingRequest()),
    ...(await listenBacklog()),
    ...(await pendingConnections()),
  };
  console.log(JSON.stringify(report));
  process.exit(0);
}

async function privateProperties() {
  const { isReceivingBody, markHeadersSent, responseInFlight, sendImplicitHeaders } =
    await internal('response-state');
  const { mayHaveStores } = await load('features/tracing/tracing');
  const outgoing = new ServerResponse(new IncomingMessage());
  let heads = 0;
  outgoing.writeHead = () => {
    heads++;
    markHeadersSent(outgoing);
  };
  sendImplicitHeaders(outgoing);
  sendImplicitHeaders(outgoing);
  const [bare, bound] = [channel('bare'), channel('bound')];
  for (const each of [bare, bound]) each.subscribe(() => {});
  bound.bindStore(new AsyncLocalStorage());
  const server = createServer();
  const { port } = await listening(server);
  const client = connect(port, '127.0.0.1', () => {
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo');
  });
  const [incoming, response] = await once(server, 'request');
  const { socket } = incoming;
  const whileReceiving = [responseInFlight(socket) === response, isReceivingBody(socket)];
  client.write('dy');
  await once(incoming.resume(), 'end');
  const afterwards = [responseInFlight(socket) === response, isReceivingBody(socket)];
  client.destroy();
  server.close();
  return {
    heads,
    headersSent: outgoing.headersSent,
    whileReceiving,
    afterwards,
    stores: [bare, bound].map(mayHaveStores),
  };
}

async function incomingRequest() {
  const { IncomingRequest } = await internal('incoming-request');
  const server = createServer({ IncomingMessage: IncomingRequest });
  const { port } = await listening(server);
  const client = connect(port, '127.0.0.1', () => {
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo');
  });
  const chunks = [];
  let outgoing;
  const ended = new Promise((end) => {
    // At once, because the first chunk follows in the same turn of the event loop.
    server.on('request', (request, response) => {
      outgoing = response;
      request.receiveBody({
        add: (chunk) => chunks.push(chunk) > 0,
        end: (complete) => end([request, complete]),
      });
    });
  });
  await once(server, 'request');
  client.write('dy');
  const [incoming, complete] = await ended;
  outgoing.end('received');
  const [response] = await once(client, 'data');
  client.destroy();
  server.close();
  return {
    body: [`${Buffer.concat(chunks)}`, complete, incoming.readableEnded, `${response}`.endsWith('received')],
  };
}

async function listenBacklog() {
  const emptied = [await atLastAccepted(5)];
  // With two places, a client and the connection of emptyBacklog wait together, as when both come at the same moment.
  emptied.push(await clientsAreAccepted(1, 2));
  const others = await Promise.all(Array.from({ length: 400 }, openedServer));
  emptied.push(await clientsAreAccepted(1, 2));
  for (const other of others) other.close();
  return { emptied };
}

async function openedServer() {
  const server = createServer();
  await listening(server);
  return server;
}

// Linux counts overflows for all processes, so that those of a busy machine make emptyBacklog wait in vain.
async function atLastAccepted(count, attempts = 5) {
  return (await clientsAreAccepted(count, 1)) || (attempts > 1 && atLastAccepted(count, attempts - 1));
}

async function clientsAreAccepted(count, places) {
  const { emptyBacklog } = await internal('backlog');
  const server = createServer();
  const { port } = await listening(server);
  const handle = server['_handle'];
  const { listen } = handle;
  handle.listen = () => listen.call(handle, places - 1);
  let accepted = 0;
  server.on('connection', () => accepted++);
  const clients = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}));
  // The clients connect in the next tick, before the server accepts any of them.
  await new Promise((resolve) => process.nextTick(resolve));
  await emptyBacklog(server, () => 1000);
  server.close();
  for (const client of clients) client.destroy();
  return accepted >= count;
}

async function pendingConnections() {
  const { trackPendingConnections } = await internal('pending-connections');
  const worker = cluster.fork();
  const { send } = worker.process;
  const sent = new Promise((resolve) => {
    worker.process.send = (message, handle, ...rest) => {
      if (handle !== undefined) resolve();
      return send.call(worker.process, message, handle, ...rest);
    };
  });
  const closePending = trackPendingConnections(worker.process);
  const [{ port }] = await once(worker, 'listening');
  worker.send('block');
  const client = connect(port, '127.0.0.1').on('error', () => {});
  await sent;
  worker.process.kill('SIGKILL');
  await once(worker.process, 'close');
  closePending();
  await once(client.resume(), 'close');
  return { pending: 'closed' };
}

async function listening(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server.address();
}
