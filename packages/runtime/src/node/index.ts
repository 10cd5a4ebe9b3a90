// The entry `fw-runtime/node`: an application among Node's handlers, and Node's middleware in an application.
//
//   http.createServer(toNodeHandler(app)).listen(8080);
//   app.pipe(fromConnect(helmet()));
//   await attachWebSockets(server, app);
export { attachWebSockets } from './websocket/attach-web-sockets.ts';
export { type ConnectMiddleware, type ConnectNext, fromConnect } from './connect/from-connect.ts';
export { nodeRequestOf } from './connect/connect-request.ts';
export {
  type NodeApplication,
  type NodeHandler,
  type NodeHandlerOptions,
  toNodeHandler,
} from './connect/to-node-handler.ts';
