import {
  type ApplicationNode,
  describeRoutes,
  type Entry,
  isApplicationNode,
  middlewareKindOf,
  middlewareOf,
  nameOf,
  type OpaqueApplication,
  type PipelineNode,
  securityOfMiddleware,
  toApplication,
} from 'fw-runtime/internal';
import { lateMiddleware } from '../checks/late-middleware.ts';
import type { ApplicationDescription, LayerDescription } from './description.ts';

/**
 * Describes an application as plain data: its pipeline as a tree, its routes and those of the applications in it.
 * Services that are registered as middleware are created, since one may be a pipeline; asynchronous services are not
 * looked into.
 *
 * @throws {@link InvalidArgumentError} for anything but an application
 * @throws {@link DuplicateRouteError} as the first request would
 * @example const { pipeline, routes } = describe(app);
 */
export function describe(app: OpaqueApplication): ApplicationDescription {
  const application = toApplication(app);
  const { document_root: documentRoot } = application.requestHandler.serverConfig;
  return {
    variant: application.variant,
    router: nameOf(application.routing.router),
    ...(documentRoot !== undefined && { documentRoot }),
    pipeline: describePipeline(application),
    routes: describeRoutes(application),
  };
}

function describePipeline(root: ApplicationNode): LayerDescription[] {
  const pipeline: LayerDescription[] = [];
  // The arrays that the entries of each depth are added to.
  const children = [pipeline];
  const late = new Map<PipelineNode, ReadonlyMap<Entry, string>>();
  const warningOf = (owner: PipelineNode, entry: Entry): string | undefined => {
    if (!late.has(owner)) late.set(owner, lateMiddleware(owner));
    return late.get(owner)?.get(entry);
  };
  for (const { entry, owner, depth, nested } of middlewareOf(root)) {
    const { name, error, key, priority, origin } = entry;
    const security = error ? undefined : securityOfMiddleware(owner, entry);
    const warning = warningOf(owner, entry);
    const inner: LayerDescription[] = [];
    children[depth]?.push({
      name,
      kind: middlewareKindOf(entry, nested),
      ...(entry.prefix !== undefined && { prefix: entry.prefix.text }),
      error,
      ...(key !== undefined && { key }),
      ...(priority !== undefined && { priority }),
      ...(origin !== undefined && { origin }),
      ...(security !== undefined && { security }),
      ...(warning !== undefined && { warning }),
      children: inner,
      ...(isApplicationNode(nested) && { routes: nested.routing.list.length }),
    });
    children[depth + 1] = inner;
  }
  return pipeline;
}
