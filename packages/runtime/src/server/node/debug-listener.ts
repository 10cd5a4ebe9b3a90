import type { RequestHandler } from '../../kernel/application/request-handler.ts';
import { handleFor } from '../../kernel/error-responses/strangers.ts';
import { isDirectLocalClient } from './local-client.ts';
import { createNodeListener, type NodeListener } from './node-listener.ts';
import type { ServerShared } from './node-source.ts';

/**
 * As `createNodeListener`, for an application with `debug`: the development tools create the listener if they are attached.
 * Without them, clients on this machine see the message and the stack of errors.
 */
export function createDebugListener(application: RequestHandler, shared: ServerShared): NodeListener {
  const create = (handler: RequestHandler): NodeListener => createNodeListener(handler, shared);
  if (application.debug === false) return create(application);
  if (application.tools !== undefined) return application.tools.createListener(application, create);
  const listener = create(application);
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
