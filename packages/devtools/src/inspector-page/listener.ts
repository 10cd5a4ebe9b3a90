import type { RequestListener } from 'node:http';
import type {
  DevTools,
  HttpResponse,
  PipelineNode,
  PreHandler,
  RequestHandler,
  ServerRequest,
} from 'fw-runtime/internal';
import { lateWarnings } from '../checks/late-middleware.ts';
import { ServerCapture } from '../recorder/server-capture.ts';
import { enterGate } from '../access/gate.ts';
import { isInspectorPath } from './inspector-path.ts';

type NodeListener = (...exchange: [...Parameters<RequestListener>, next?: () => void]) => void;

const warned = new WeakSet<object>();

/** Creates a listener that serves the inspector, and records the requests of developers. */
export const createListener: DevTools['createListener'] = (application, files, create) => {
  warnOnce(application);
  const { handler } = new ServerCapture(application, withInspector(application, files));
  const listener = create(undefined, handler) as NodeListener;
  const behindGate: NodeListener = (incoming, outgoing, next) => {
    if (!enterGate(incoming, outgoing)) listener(incoming, outgoing, next);
  };
  return behindGate as ReturnType<typeof create>;
};

/** Warns of middleware that no routed request reaches. A server has several listeners. */
function warnOnce({ application, errors }: RequestHandler): void {
  if (warned.has(application)) return;
  warned.add(application);
  for (const warning of lateWarnings(application as PipelineNode)) errors.warn(warning);
}

/** The inspector, which is loaded by the first request for it, and then the files. */
function withInspector(application: RequestHandler, files: PreHandler | undefined): PreHandler {
  let inspector: PreHandler | undefined;
  const inspect = async (request: ServerRequest): Promise<HttpResponse | undefined> => {
    const { Inspector } = await import('./inspector.ts');
    inspector ??= new Inspector(application);
    return (await inspector.find(request)) ?? files?.find(request);
  };
  return {
    find: (request) => (isInspectorPath(request.path) ? inspect(request) : files?.find(request)),
  };
}
