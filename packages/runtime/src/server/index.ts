// The entry `fw-runtime/node`: an application among Node's handlers, and Node's middleware in an application.
//
//   http.createServer(toNodeHandler(app)).listen(8080);
//   app.pipe(fromConnect(helmet()));
//   await attachWebSockets(server, app);
export { attachWebSockets } from './attach-web-sockets.ts';
export { type ConnectMiddleware, type ConnectNext, fromConnect } from './from-connect.ts';
export { nodeRequestOf } from './connect-request.ts';
export {
  type NodeApplication,
  type NodeHandler,
  type NodeHandlerOptions,
  toNodeHandler,
} from './to-node-handler.ts';
