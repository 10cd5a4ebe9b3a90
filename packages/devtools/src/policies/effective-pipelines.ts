import { type OpaqueApplication, toApplication } from 'fw-runtime/internal';
import { exampleOf, requestsFor, type RouteRequests, type Step } from './route-requests.ts';
import { builtIn, type Middleware, pipelineOf, routesWithin } from './middleware.ts';

/** The middleware in front of a route, which it may be reached through in several ways. */
export interface EffectivePipeline {
  /** The name of the route. */
  readonly name: string;
  /** The methods of the route; absent when it handles any method. */
  readonly methods?: readonly string[];
  /** The path of the route, with the path prefixes of the applications around it. */
  readonly path: string;
  /** One item per set of middleware, the most general path first; empty when no request reaches the route. */
  readonly ways: readonly EffectiveWay[];
}

/** One set of middleware that requests for a route run through, with the paths of these requests. */
export interface EffectiveWay {
  /** The paths as patterns, such as `/admin/{id}`. */
  readonly paths: readonly string[];
  /** The middleware in running order; the last is the handler. */
  readonly layers: readonly EffectiveLayer[];
}

/** A middleware in front of a route. */
export interface EffectiveLayer {
  /** The name of the function, class or service. */
  readonly name: string;
  /** The type of the middleware. */
  readonly kind: Exclude<Middleware['kind'], 'list'>;
  /** The path prefix that it is registered under, with the outer prefixes; absent when it runs for every path. */
  readonly prefix?: string;
  /** Whether it may be skipped, because error middleware continues after an error (variant A); absent when it surely runs. */
  readonly unsure?: true;
}

/**
 * Finds the middleware in front of each route of an application and of the applications in it.
 *
 * @throws {@link InvalidArgumentError} for anything but an application
 * @example pipelineSnapshot(await effectivePipelines(app))
 */
export async function effectivePipelines(application: OpaqueApplication): Promise<EffectivePipeline[]> {
  const root = await pipelineOf(toApplication(application));
  return routesWithin(root).map((registered) => {
    const { name, methods, path } = registered.route;
    const below = builtIn('routing', registered.application)?.below ?? [];
    // A prefix in another case has the same guards (rule P2).
    const requests = requestsFor(registered).filter(
      ({ paths }) => !paths.isRespelled && exampleOf(registered, paths) !== undefined,
    );
    return {
      name,
      ...(methods !== undefined && { methods }),
      path: below.map((segment) => `/${segment}`).join('') + path,
      ways: waysOf(requests),
    };
  });
}

function waysOf(requests: readonly RouteRequests[]): EffectiveWay[] {
  const ways = new Map<string, EffectiveWay>();
  for (const { paths, steps } of requests) {
    const layers = effectiveLayers(steps);
    const key = JSON.stringify(layers);
    const known = ways.get(key)?.paths ?? [];
    ways.set(key, { paths: [...new Set([...known, paths.shown])].toSorted(), layers });
  }
  // The way with the most general path is the usual way.
  const placeholdersIn = ({ paths }: EffectiveWay): number =>
    Math.max(...paths.map((path) => path.match(/[{*]/g)?.length ?? 0));
  return [...ways.values()]
    .toSorted((one, other) => (one.paths.join() < other.paths.join() ? -1 : 1))
    .toSorted((one, other) => placeholdersIn(other) - placeholdersIn(one));
}

// An array is shown as the middleware in it.
function effectiveLayers(steps: readonly Step[]): EffectiveLayer[] {
  const sure = steps.at(-1)?.before ?? [];
  return steps.flatMap(({ item }, index): EffectiveLayer[] => {
    const { name, kind, below } = item;
    if (kind === 'list') return [];
    const isLast = index === steps.length - 1;
    const prefix = isLast || below.length === 0 ? {} : { prefix: `/${below.join('/')}` };
    return [{ name, kind, ...prefix, ...(!isLast && !sure.includes(item) && { unsure: true as const }) }];
  });
}

const HEAD =
  '# What runs for each route, in running order; the last is its handler.\n' +
  '# Written by "fw pipeline --snapshot", compared by "fw check --snapshot".';

/**
 * Writes the effective pipelines as text that ends with a line break: sorted by path, without lines of files.
 *
 * @param pipelines the result of `effectivePipelines()`
 * @example expect(pipelineSnapshot(await effectivePipelines(app))).toMatchSnapshot()
 */
export function pipelineSnapshot(pipelines: readonly EffectivePipeline[]): string {
  return `${[HEAD, ...pipelines.map(textOf).toSorted()].join('\n\n')}\n`;
}

function textOf({ name, methods, path, ways }: EffectivePipeline): string {
  const shown = methods === undefined ? 'any method' : methods.join(', ') || 'no method';
  const lines = ways.flatMap(({ paths, layers }) =>
    ways.length === 1
      ? layers.map((item) => `  ${lineOf(item)}`)
      : [...paths.map((each) => `  as ${each}`), ...layers.map((item) => `    ${lineOf(item)}`)],
  );
  if (ways.length === 0) lines.push('  no request comes to it');
  return [`${path}  ${shown}  "${name}"`, ...lines].join('\n');
}

function lineOf({ name, prefix, unsure }: EffectiveLayer): string {
  const notes = [prefix && `under ${prefix}`, unsure && 'not for every request'].filter(Boolean);
  return notes.length === 0 ? name : `${name}  (${notes.join(', ')})`;
}
