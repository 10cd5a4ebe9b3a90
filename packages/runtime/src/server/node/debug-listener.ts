import type { PreHandler, RequestHandler } from '../../kernel/application/request-handler.ts';
import { handleFor } from '../../kernel/error-responses/strangers.ts';
import { isDirectLocalClient } from './local-client.ts';
import { createNodeListener, type NodeListener, type NodeListenerOptions } from './node-listener.ts';

/**
 * As `createNodeListener`, for an application with `debug`: the development tools create the listener if they are attached.
 * Without them, clients on this machine see the message and the stack of errors.
 */
export function createDebugListener(application: RequestHandler, options: NodeListenerOptions): NodeListener {
  if (application.debug === false) return createNodeListener(application, options);
  const { tools } = application;
  if (tools !== undefined) {
    const create = (files: PreHandler | undefined, handler: RequestHandler): NodeListener =>
      createNodeListener(handler, { ...options, files });
    return tools.createListener(application, options.files, create);
  }
  const listener = createNodeListener(application, options);
  return (incoming, outgoing, next) => {
    handleFor(!isDirectLocalClient(incoming), () => listener(incoming, outgoing, next));
  };
}

/** Warns about an application that shows details of errors when NODE_ENV is production. */
export function warnOfDebug(application: RequestHandler): void {
  const { debug } = application;
  if (debug === false || process.env['NODE_ENV'] !== 'production') return;
  const viewers = debug === 'everyone' ? 'every client sees' : 'clients on this machine see';
  application.errors.warn(
    `With debug, ${viewers} the messages and stacks of errors, and NODE_ENV is production: set debug to false.`,
  );
}
