import type { OpaqueApplication } from '../application/application-of.ts';
import { canonicalPath } from '../http/canonical-path.ts';
import type { Entry } from '../pipeline/entry.ts';
import { type CloseRoute, closeRoutes } from '../router/close-routes.ts';
import type { RouteResult } from '../router/route-result.ts';
import { type AnyApplication, type AnyPipe, isApplication, nestedPipe } from '../application/any-pipe.ts';
import type { ExplainedLayer, ExplainedRoute, Explanation } from './description.ts';
import { describeRoute, kindOf, toApplication, tokensOf } from './describe.ts';

const MOST_CLOSE = 5;

/**
 * Explains what would handle a request, found by the routers and path prefixes that serve requests: each middleware of the
 * pipeline, the route that handles the request, and the routes that nearly match. No middleware is run; services that are
 * registered as middleware are created, since one may be a pipeline.
 *
 * @param path as a client sends it, such as `/post/42`; a query is ignored
 * @throws InvalidArgumentError for anything but an application, HttpError 400 when the path has a malformed escape,
 *   DuplicateRouteError as the first request would
 * @example const { route, close } = explain(app, 'GET', '/post/42');
 */
export function explain(app: OpaqueApplication, method: string, path: string): Explanation {
  const application = toApplication(app);
  const canonical = canonicalPath(path.replace(/[?#].*$/s, ''));
  const explanation = new Explaining(method.toUpperCase(), true).explain(application, canonical);
  application.router.rebuild?.();
  return explanation;
}

/**
 * The routes that nearly match a request, the closest first. Creates no services.
 *
 * @param path the canonical path
 */
export function routesCloseTo(
  application: AnyApplication,
  method: string,
  path: string,
): readonly ExplainedRoute[] {
  return new Explaining(method, false).explain(application, path).close;
}

/** The result of an application's routing. */
interface Match {
  readonly application: AnyApplication;
  readonly prefix: string;
  readonly result: RouteResult;
}

interface CloseMatch extends CloseRoute {
  readonly application: AnyApplication;
  readonly prefix: string;
}

class Explaining {
  readonly #method: string;
  readonly #asksContainer: boolean;
  readonly #layers: ExplainedLayer[] = [];
  readonly #matches = new Map<AnyPipe, Match>();
  readonly #close: CloseMatch[] = [];
  /** The match that is dispatched, or the match of a path that lacks the method. */
  #answer: Match | undefined;
  /** Why middleware after the answer isn't reached. */
  #answered = '';

  constructor(method: string, asksContainer: boolean) {
    this.#method = method;
    this.#asksContainer = asksContainer;
  }

  explain(application: AnyApplication, path: string): Explanation {
    this.#walk(application, application.entries, path, { prefix: '', depth: 0, around: [] });
    const { result, application: owner, prefix } = this.#answer ?? {};
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

  #walk(pipe: AnyPipe, entries: readonly Entry[], path: string, place: Place): void {
    for (const entry of entries) {
      const isBelow = entry.prefix === undefined || entry.prefix.matches(path);
      const length = entry.prefix?.lengthIn(path) ?? 0;
      const innerPath = length === 0 ? path : path.slice(length) || '/';
      const inside = { ...place, prefix: place.prefix + (entry.prefix?.text ?? ''), depth: place.depth + 1 };
      const nested = nestedPipe(entry, pipe, this.#asksContainer);
      const kind = kindOf(entry, nested);
      const add = (runs: boolean, reason: string): void =>
        void this.#layers.push({ name: entry.name, kind, depth: place.depth, runs, reason });

      if (!isBelow) add(false, `stands under ${entry.prefix?.text}, which the path is not below`);
      else if (entry.error) add(false, 'is error middleware, which runs when something has failed');
      else if (this.#answer !== undefined) add(false, this.#answered);
      else if (kind === 'routing' && isApplication(pipe))
        add(true, this.#route(pipe, innerPath, inside.prefix));
      else if (kind === 'dispatch') add(true, this.#dispatch(pipe));
      else {
        add(true, entry.prefix === undefined ? 'stands for every path' : `stands under ${entry.prefix.text}`);
        if (Array.isArray(entry.target)) this.#walk(pipe, entry.target, innerPath, inside);
        else if (nested !== undefined && !place.around.includes(nested)) {
          this.#walk(nested, nested.entries, innerPath, { ...inside, around: [...place.around, pipe] });
        }
      }
    }
  }

  #route(application: AnyApplication, path: string, prefix: string): string {
    const result = application.router.match(this.#method, path);
    const match = { application, prefix, result };
    this.#matches.set(application, match);
    const close = closeRoutes(application.routes, this.#method, path, {
      answering: result.route,
      tokensOf: (route) => tokensOf(application, route),
    });
    this.#close.push(...close.map((route) => ({ ...route, application, prefix })));
    if (result.route !== undefined) return `matches "${result.route.name}" (${result.route})`;
    if (!result.methodFailure) return 'matches no route';
    const allowed = result.allowedMethods.join(', ');
    this.#answer = match;
    this.#answered = `comes after routing, which answers: the path takes ${allowed}`;
    return `matches the path, which takes ${allowed}`;
  }

  #dispatch(pipe: AnyPipe): string {
    const match = this.#matches.get(pipe);
    const route = match?.result.route;
    if (route === undefined) return 'passes on, since no route was matched';
    this.#answer = match;
    this.#answered = `comes after "${route.name}", which answers`;
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

interface Place {
  /** The path prefixes of the pipes around. */
  readonly prefix: string;
  readonly depth: number;
  readonly around: readonly AnyPipe[];
}
