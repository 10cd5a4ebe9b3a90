import {
  type ApplicationNode,
  canonicalPath,
  describeRoute,
  type Entry,
  isApplicationNode,
  middlewareKindOf,
  middlewareOf,
  type OpaqueApplication,
  type PipelineNode,
  type RouteResult,
  toApplication,
  constraintsOf,
} from 'fw-runtime/internal';
import { type CloseRoute, closeRoutes } from './close-routes.ts';
import type { ExplainedLayer, ExplainedRoute, Explanation } from './description.ts';

const MOST_CLOSE = 5;

/**
 * Explains which middleware and which route would handle a request, found by the routers and path prefixes that serve
 * requests: each middleware of the pipeline, the route that handles the request, and the routes that nearly match. No
 * middleware is run; services that are registered as middleware are created, since one may be a pipeline.
 *
 * @param app the application, of either variant
 * @param method the method, in any case
 * @param path the path as a client sends it, such as `/post/42`; a query is ignored
 * @returns the explanation as plain data
 * @throws {@link InvalidArgumentError} for anything but an application
 * @throws {@link HttpError} 400 when the path has a malformed escape
 * @throws {@link DuplicateRouteError} as the first request would
 * @example const { route, close } = explain(app, 'GET', '/post/42');
 */
export function explain(app: OpaqueApplication, method: string, path: string): Explanation {
  const application = toApplication(app);
  const canonical = canonicalPath(path.replace(/[?#].*$/s, ''));
  const explanation = new Explaining(method.toUpperCase(), true).explain(application, canonical);
  application.routing.router.rebuild?.();
  return explanation;
}

/**
 * The routes that nearly match a request, the closest first. Creates no services.
 *
 * @param path the canonical path
 */
export function routesCloseTo(
  application: ApplicationNode,
  method: string,
  path: string,
): readonly ExplainedRoute[] {
  return new Explaining(method, false).explain(application, path).close;
}

/** The result of an application's routing. */
interface Match {
  readonly application: ApplicationNode;
  readonly prefix: string;
  readonly result: RouteResult;
}

interface CloseMatch extends CloseRoute {
  readonly application: ApplicationNode;
  readonly prefix: string;
}

class Explaining {
  readonly #method: string;
  readonly #createsServices: boolean;
  readonly #layers: ExplainedLayer[] = [];
  readonly #matches = new Map<PipelineNode, Match>();
  readonly #close: CloseMatch[] = [];
  /** The match that is dispatched, or the match of a path that lacks the method. */
  #match: Match | undefined;
  /** Why middleware after the matched route isn't reached. */
  #unreached = '';

  constructor(method: string, createsServices: boolean) {
    this.#method = method;
    this.#createsServices = createsServices;
  }

  explain(application: ApplicationNode, path: string): Explanation {
    this.#walk(application, path);
    const { result, application: owner, prefix } = this.#match ?? {};
    return {
      method: this.#method,
      path,
      layers: this.#layers,
      ...(result?.route && owner && { route: describeRoute(owner, result.route, prefix ?? '') }),
      params: result?.params ?? {},
      ...(result?.methodFailure === true && { allowedMethods: result.allowedMethods }),
      close: this.#closest(),
    };
  }

  #walk(root: ApplicationNode, path: string): void {
    // The path that the entries of each depth see.
    const paths = [path];
    // Whether the prefixes around them are written as registered, without which applications and routing don't run.
    const isExact = [true];
    let skipped = Infinity;
    for (const placed of middlewareOf(root, { services: this.#createsServices })) {
      const { entry, owner, prefix, depth, nested } = placed;
      if (depth > skipped) continue;
      const outerPath = paths[depth] as string;
      const length = entry.prefix?.lengthIn(outerPath) ?? 0;
      const innerPath = length === 0 ? outerPath : outerPath.slice(length) || '/';
      const kind = middlewareKindOf(entry, nested);
      const isHere = isExact[depth] === true && outerPath.startsWith(entry.prefix?.text ?? '');
      const isMount = kind === 'application' || kind === 'routing';
      isExact[depth + 1] = isHere || isMount;
      const skip =
        isMount && !isHere && entry.prefix?.matches(outerPath) !== false
          ? `runs only for paths that are written as ${prefix}, also in case`
          : this.#reasonNotToRun(entry, outerPath);
      const reason =
        skip ??
        (kind === 'routing' && isApplicationNode(owner)
          ? this.#route(owner, innerPath, prefix)
          : kind === 'dispatch'
            ? this.#dispatch(owner)
            : `is registered ${entry.prefix === undefined ? 'for every path' : `under ${entry.prefix.text}`}`);
      this.#layers.push({ name: entry.name, kind, depth, runs: skip === undefined, reason });
      skipped = skip === undefined ? Infinity : depth;
      paths[depth + 1] = innerPath;
    }
  }

  #reasonNotToRun({ prefix, error }: Entry, path: string): string | undefined {
    if (prefix?.matches(path) === false) return `runs only for paths under ${prefix.text}`;
    if (error) return 'is error middleware, which runs only after an error';
    return this.#match === undefined ? undefined : this.#unreached;
  }

  #route(application: ApplicationNode, path: string, prefix: string): string {
    const result = application.routing.router.match(this.#method, path);
    const match = { application, prefix, result };
    this.#matches.set(application, match);
    const close = closeRoutes(application.routing.list, this.#method, path, {
      matched: result.route,
      constraintsOf: (route) => constraintsOf(application, route),
    });
    this.#close.push(...close.map((route) => ({ ...route, application, prefix })));
    if (result.route !== undefined) return `matches "${result.route.name}" (${result.route})`;
    if (!result.methodFailure) return 'matches no route';
    const allowed = result.allowedMethods.join(', ');
    this.#match = match;
    this.#unreached = `is not reached: routing responds, because the path allows ${allowed}`;
    return `matches the path, which allows ${allowed}`;
  }

  #dispatch(pipe: PipelineNode): string {
    const match = this.#matches.get(pipe);
    const route = match?.result.route;
    if (route === undefined) return 'continues, because no route matched';
    this.#match = match;
    this.#unreached = `is not reached: "${route.name}" handles the request`;
    return `runs "${route.name}"`;
  }

  #closest(): ExplainedRoute[] {
    return this.#close
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MOST_CLOSE)
      .map(({ application, prefix, route, reason }) => ({
        route: describeRoute(application, route, prefix),
        reason,
      }));
  }
}
