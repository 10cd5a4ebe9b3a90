import type { AnyApplication } from '../../kernel/application/application.ts';
import type { OpaqueApplication } from '../../kernel/application/context.ts';
import {
  type ApplicationNode,
  isApplicationNode,
  isPipelineNode,
  middlewareOf,
  routingPrefix,
} from '../../kernel/application/middleware-of.ts';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import { PathPrefix } from '../../kernel/pipeline/scope.ts';
import { describeRoute } from './describe-route.ts';
import type { RouteDescription } from './route-description.ts';
import { type Guard, securityOfMiddleware } from './security.ts';

/** Whether a value is an application. */
export function isDescribable(value: unknown): value is AnyApplication {
  return isPipelineNode(value) && isApplicationNode(value);
}

/** @throws {@link InvalidArgumentError} for anything but an application */
export function toApplication(value: OpaqueApplication): AnyApplication {
  if (isDescribable(value)) return value;
  throw new InvalidArgumentError('application', 'an application of fw-runtime/a or fw-runtime/b', value);
}

/** An application that was found in the pipeline. */
interface FoundApplication {
  readonly application: ApplicationNode;
  /** The path prefix of its routes. */
  readonly prefix: string;
  /** The middleware in front of its dispatch that declares its security. */
  guards: readonly Guard[];
}

/**
 * The routes of an application, and then the routes of the applications in its pipeline. Services that are registered as
 * middleware are created, since one may be an application.
 */
export function describeRoutes(root: ApplicationNode): RouteDescription[] {
  const applications: FoundApplication[] = [];
  const addApplication = (application: ApplicationNode, outside: string): void => {
    const prefix = outside + (routingPrefix(application.entries) ?? '');
    applications.push({ application, prefix, guards: [] });
  };
  const guards: Guard[] = [];
  addApplication(root, '');
  for (const { entry, owner, prefix, nested, isEntered } of middlewareOf(root)) {
    const security = entry.error ? undefined : securityOfMiddleware(owner, entry);
    if (security !== undefined) guards.push({ prefix: PathPrefix.from(prefix), security });
    const dispatched = applications.findLast(({ application }) => application === owner);
    if (entry.role === 'dispatch' && dispatched !== undefined) dispatched.guards = [...guards];
    if (isEntered && isApplicationNode(nested)) addApplication(nested, prefix);
  }
  return applications.flatMap(({ application, prefix, guards: inFront }) => {
    const { list, router } = application.routing;
    const described = list.map((route) => describeRoute(application, route, prefix, inFront));
    router.rebuild?.();
    return described;
  });
}
