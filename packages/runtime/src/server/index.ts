// The entry `fw-runtime/node`: an application among Node's handlers, and Node's middleware in an application.
//
//   http.createServer(toNodeHandler(app)).listen(8080);
export {
  type NodeApplication,
  type NodeHandler,
  type NodeHandlerOptions,
  toNodeHandler,
} from './to-node-handler.ts';
