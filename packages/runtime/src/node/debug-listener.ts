import type { RequestListener } from 'node:http';
import type { RequestHandler } from '../application/request-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { createNodeListener, type NodeListener, type NodeListenerOptions } from './node-listener.ts';
import type { PreHandler, Responder } from './responder.ts';

/** The path of the inspector. */
export const INSPECTOR_PATH = '/_fw';

/** @param path canonical */
export function isInspectorPath(path: string): boolean {
  return path === INSPECTOR_PATH || path.startsWith(`${INSPECTOR_PATH}/`);
}

/** As `createNodeListener`; with `debug`, the listener also serves the inspector and records requests. */
export function createDebugListener(application: RequestHandler, options: NodeListenerOptions): NodeListener {
  if (application.debug === false) return createNodeListener(application, options);
  const handler = recording(application, withInspector(application, options.files));
  return behindGate(createNodeListener(application, { ...options, files: undefined }, handler));
}

/** The inspector, which is loaded by the first request for it, and then the files. */
function withInspector(application: RequestHandler, files: PreHandler | undefined): PreHandler {
  let inspector: PreHandler | undefined;
  const inspect = async (request: ServerRequest): Promise<HttpResponse | undefined> => {
    const { Inspector } = await import('../development/inspector/inspector-page.ts');
    inspector ??= new Inspector(application);
    return (await inspector.find(request)) ?? files?.find(request);
  };
  return {
    find: (request) => (isInspectorPath(request.path) ? inspect(request) : files?.find(request)),
  };
}

/** Records the requests of an application; the recorder is loaded now. */
function recording(application: RequestHandler, files: PreHandler): Responder {
  let loaded: Responder | undefined;
  const loading = import('../development/recorder/recorded-application.ts').then(
    ({ RecordedApplication }) => (loaded = new RecordedApplication(application, files)),
  );
  return {
    errors: {
      log: (error) => application.errors.log(error),
      respond: (error, request) => (loaded ?? application).errors.respond(error, request),
    },
    respond: (request) =>
      loaded === undefined ? loading.then((recorded) => recorded.respond(request)) : loaded.respond(request),
    passingOn: () => recording(application.passingOn(), files),
  };
}

type Gate = (...exchange: Parameters<RequestListener>) => boolean;

/** Calls a listener for the requests that development/inspector/gate.ts lets through; the gate is loaded now. */
function behindGate(listener: NodeListener): NodeListener {
  let gate: Gate | undefined;
  const loading = import('../development/inspector/gate.ts').then(({ enterGate }) => (gate = enterGate));
  return (incoming, outgoing, next) => {
    const proceed = (enterGate: Gate): void => {
      if (!enterGate(incoming, outgoing)) listener(incoming, outgoing, next);
    };
    if (gate === undefined) void loading.then(proceed);
    else proceed(gate);
  };
}

/** Warns about an application that shows details of errors when NODE_ENV is production. */
export function warnOfDebug(application: RequestHandler): void {
  const { debug } = application;
  if (debug === false || process.env['NODE_ENV'] !== 'production') return;
  const viewers =
    debug === 'everyone'
      ? 'every client sees'
      : 'clients on this machine that have the token of the project see';
  application.errors.warn(
    `With debug, ${viewers} the messages, stacks and source code of errors, and NODE_ENV is production: set debug to false.`,
  );
}
