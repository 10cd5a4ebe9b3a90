import type { RequestListener } from 'node:http';
import type { DevTools, PipelineNode, RequestHandler } from 'fw-runtime/internal';
import { lateWarnings } from '../checks/late-middleware.ts';
import { type Inspect, ServerCapture } from '../recorder/server-capture.ts';
import { enterGate } from '../access/gate.ts';
import type { Inspector } from './inspector.ts';

type NodeListener = (...exchange: [...Parameters<RequestListener>, next?: () => void]) => void;

const warned = new WeakSet<object>();

/** Creates a listener that serves the inspector, and records the requests of developers. */
export const createListener: DevTools['createListener'] = (application, create) => {
  warnOnce(application);
  const { handler } = new ServerCapture(application, inspectorOf(application));
  const listener = create(handler) as NodeListener;
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

/** The requests for the inspector, which is loaded by the first of them. */
function inspectorOf(application: RequestHandler): Inspect {
  let inspector: Inspector | undefined;
  return async (request) => {
    const { Inspector } = await import('./inspector.ts');
    inspector ??= new Inspector(application);
    return inspector.find(request);
  };
}
