// The entry `fw-runtime/node`: applications as handlers of Node's servers, and Connect middleware in applications.
//
//   http.createServer(toNodeHandler(app)).listen(8080);
//   app.pipe(fromConnect(helmet()));
//   await attachWebSockets(server, app);
export { attachWebSockets } from './websocket/web-sockets.ts';
export { type ConnectMiddleware, type ConnectNext, fromConnect } from './connect/from-connect.ts';
export { nodeRequestOf } from './connect/connect-request.ts';
export {
  type NodeApplication,
  type NodeHandler,
  type NodeHandlerOptions,
  toNodeHandler,
} from './connect/to-node-handler.ts';
export { afterLastServer } from './process/process-end.ts';
