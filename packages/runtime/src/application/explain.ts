import { canonicalPath } from '../message/canonical-path.ts';
import type { Entry } from '../pipeline/entry.ts';
import { closeRoutes } from '../router/close-routes.ts';
import type { RouteResult } from '../router/route-result.ts';
import {
  type AnyApplication,
  type AnyPipe,
  describeRoute,
  isApplication,
  kindOf,
  nestedPipe,
} from './describe.ts';
import type { ExplainedLayer, ExplainedRoute, Explanation } from './description.ts';

const MOST_CLOSE = 5;

/** What a request would meet: the same path prefixes and routers decide as when it is served. */
export function explain(application: AnyApplication, method: string, path: string): Explanation {
  const canonical = canonicalPath(path);
  return new Explaining(method.toUpperCase()).explain(application, canonical);
}

/** What routing has found, and where. */
interface Routed {
  readonly application: AnyApplication;
  readonly prefix: string;
  readonly result: RouteResult;
}

class Explaining {
  readonly #method: string;
  readonly #layers: ExplainedLayer[] = [];
  readonly #close: ExplainedRoute[] = [];
  #found: Routed | undefined;
  /** Set once a route or a refusal has answered; what comes after is not reached. */
  #answered = '';

  constructor(method: string) {
    this.#method = method;
  }

  explain(application: AnyApplication, path: string): Explanation {
    this.#walk(application, application.entries, path, { prefix: '', depth: 0, around: [] });
    const { result, application: owner, prefix } = this.#found ?? {};
    return {
      method: this.#method,
      path,
      layers: this.#layers,
      ...(result?.route && owner && { route: describeRoute(owner, result.route, prefix ?? '') }),
      params: result?.params ?? {},
      ...(result?.methodFailure === true && { allowedMethods: result.allowedMethods }),
      close: this.#close.slice(0, MOST_CLOSE),
    };
  }

  #walk(pipe: AnyPipe, entries: readonly Entry[], path: string, place: Place): void {
    let result: RouteResult | undefined;
    for (const entry of entries) {
      const inner = entry.prefix === undefined || entry.prefix.matches(path);
      const length = entry.prefix?.lengthIn(path) ?? 0;
      const innerPath = length === 0 ? path : path.slice(length) || '/';
      const inside = { ...place, prefix: place.prefix + (entry.prefix?.text ?? ''), depth: place.depth + 1 };
      const nested = nestedPipe(entry, pipe);
      const kind = kindOf(entry, nested);
      const add = (runs: boolean, reason: string): void =>
        void this.#layers.push({ name: entry.name, kind, depth: place.depth, runs, reason });

      if (!inner) add(false, `stands under ${entry.prefix?.text}, which the path is not below`);
      else if (entry.error) add(false, 'is error middleware, which runs when something has failed');
      else if (this.#answered !== '') add(false, this.#answered);
      else if (kind === 'routing' && isApplication(pipe)) {
        result = pipe.router.match(this.#method, innerPath);
        add(true, this.#route(pipe, result, innerPath, place.prefix));
      } else if (kind === 'dispatch') {
        const route = this.#found?.application === pipe ? this.#found.result.route : undefined;
        add(true, route === undefined ? 'passes on, since no route was matched' : `runs "${route.name}"`);
        if (route !== undefined) this.#answered = `comes after "${route.name}", which answers`;
      } else {
        add(true, entry.prefix === undefined ? 'stands for every path' : `stands under ${entry.prefix.text}`);
        if (Array.isArray(entry.target)) this.#walk(pipe, entry.target, innerPath, inside);
        else if (nested !== undefined && !place.around.includes(nested)) {
          this.#walk(nested, nested.entries, innerPath, { ...inside, around: [...place.around, pipe] });
        }
      }
    }
  }

  #route(application: AnyApplication, result: RouteResult, path: string, prefix: string): string {
    if (this.#found?.result.success !== true) this.#found = { application, prefix, result };
    for (const { route, reason } of closeRoutes(application.routes, this.#method, path, result.route)) {
      this.#close.push({ route: describeRoute(application, route, prefix), reason });
    }
    if (result.route !== undefined) return `matches "${result.route.name}" (${result.route})`;
    if (!result.methodFailure) return 'matches no route';
    const allowed = result.allowedMethods.join(', ');
    this.#answered = `comes after routing, which answers: the path takes ${allowed}`;
    return `matches the path, which takes ${allowed}`;
  }
}

interface Place {
  /** The path prefixes around. */
  readonly prefix: string;
  readonly depth: number;
  readonly around: readonly AnyPipe[];
}
