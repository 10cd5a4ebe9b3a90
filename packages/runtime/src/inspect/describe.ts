import { lateMiddleware } from '#development/late-middleware';
import type { AnyApplication } from '../application/application.ts';
import type { OpaqueApplication } from '../application/context.ts';
import {
  type ApplicationNode,
  isApplicationNode,
  isPipelineNode,
  kindOf,
  middlewareOf,
  type PipelineNode,
  routingPrefix,
} from '../application/middleware-of.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { nameOf } from '../errors/describe.ts';
import type { Entry } from '../pipeline/entry.ts';
import { PathPrefix } from '../pipeline/scope.ts';
import type { ApplicationDescription, LayerDescription } from './description.ts';
import { describeRoute } from './describe-route.ts';
import { type Guard, securityOfMiddleware } from './security.ts';

/**
 * Describes an application as plain data: its pipeline as a tree, its routes and those of the applications in it. Services that
 * are registered as middleware are created, since one may be a pipeline; asynchronous services are not looked into.
 *
 * @throws InvalidArgumentError for anything but an application, DuplicateRouteError as the first request would
 * @example const { pipeline, routes } = describe(app);
 */
export function describe(app: OpaqueApplication): ApplicationDescription {
  const application = toApplication(app);
  const { document_root: documentRoot } = application.requestHandler.serverConfig;
  return {
    variant: application.variant,
    router: nameOf(application.routing.router),
    ...(documentRoot !== undefined && { documentRoot }),
    ...describePipeline(application),
  };
}

/** Whether a value can be described. Applications of another installed copy of the package consist of other classes. */
export function isDescribable(value: unknown): value is AnyApplication {
  return isPipelineNode(value) && isApplicationNode(value);
}

/** @throws InvalidArgumentError for anything but an application of this copy of the package */
export function toApplication(value: OpaqueApplication): AnyApplication {
  if (isDescribable(value)) return value;
  throw new InvalidArgumentError('application', 'an Application of this copy of fw-runtime', value);
}

/** An application that was found in the pipeline. */
interface FoundApplication {
  readonly application: ApplicationNode;
  /** The path prefix of its routes. */
  readonly prefix: string;
  /** The middleware in front of its dispatch that declares its security. */
  guards: readonly Guard[];
}

function describePipeline(root: ApplicationNode): Pick<ApplicationDescription, 'pipeline' | 'routes'> {
  const pipeline: LayerDescription[] = [];
  // The arrays that the entries of each depth are added to.
  const children = [pipeline];
  const applications: FoundApplication[] = [];
  const found = new Map<PipelineNode, FoundApplication>();
  const addApplication = (application: ApplicationNode, outside: string): void => {
    const prefix = outside + (routingPrefix(application.entries) ?? '');
    const added = { application, prefix, guards: [] };
    applications.push(added);
    found.set(application, added);
  };
  const late = new Map<PipelineNode, ReadonlyMap<Entry, string>>();
  const warningOf = (owner: PipelineNode, entry: Entry): string | undefined => {
    if (!late.has(owner)) late.set(owner, lateMiddleware(owner));
    return late.get(owner)?.get(entry);
  };
  const guards: Guard[] = [];
  addApplication(root, '');
  for (const { entry, owner, prefix, depth, nested, isEntered } of middlewareOf(root)) {
    const { name, role, error, key, priority, origin } = entry;
    const security = error ? undefined : securityOfMiddleware(owner, entry);
    if (security !== undefined) guards.push({ prefix: PathPrefix.from(prefix), security });
    const dispatched = role === 'dispatch' ? found.get(owner) : undefined;
    if (dispatched !== undefined) dispatched.guards = [...guards];
    const warning = warningOf(owner, entry);
    const inner: LayerDescription[] = [];
    children[depth]?.push({
      name,
      kind: kindOf(entry, nested),
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
    if (isEntered && isApplicationNode(nested)) addApplication(nested, prefix);
  }
  const routes = applications.flatMap(({ application, prefix, guards: inFront }) => {
    const { list, router } = application.routing;
    const described = list.map((route) => describeRoute(application, route, prefix, inFront));
    router.rebuild?.();
    return described;
  });
  return { pipeline, routes };
}
