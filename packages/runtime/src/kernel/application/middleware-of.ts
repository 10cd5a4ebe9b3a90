import type { RouteTable } from './route-table.ts';
import type { NamedMiddleware } from './request-handler.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import { InvalidMiddlewareError } from '../errors/coded-errors.ts';
import { didYouMean } from '../errors/describe.ts';
import type { BuiltInRole, Entry } from '../pipeline/entry.ts';
import { type Callable, contractOf } from '../pipeline/middleware-contract.ts';
import { isServiceId, isThenable, type LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import type { Surrounding } from '../pipeline/scope.ts';
import type { Route } from '../router/route.ts';

/** A pipe or an application in the tree of middleware. */
export interface PipelineNode {
  readonly entries: readonly Entry[];
  readonly container: ContainerInterface | undefined;
  /** The routes of an application; undefined for a pipe. */
  readonly routing: RouteTable | undefined;
  /** The routes of the tree by name, with their place, when they were last looked up; see urls.ts. */
  named?:
    | {
        readonly byName: ReadonlyMap<string, readonly [route: Route, place: Surrounding]>;
        /** The number of entries and routes of each pipeline at that time. Neither is ever removed. */
        readonly sizes: ReadonlyMap<PipelineNode, number>;
      }
    | undefined;
}

/** Whether a value is a pipe or an application. */
export function isPipelineNode(value: unknown): value is PipelineNode {
  return typeof value === 'object' && value !== null && 'entries' in value && 'routing' in value;
}

/** An application in the tree of middleware. */
export interface ApplicationNode extends PipelineNode {
  readonly routing: RouteTable;
  /** The maximum number of fields and files in a form. */
  readonly fieldLimit: number;
  /** Its routing and dispatch middleware. */
  readonly builtIns: Readonly<Record<BuiltInRole, unknown>>;
}

export function isApplicationNode(node: PipelineNode | undefined): node is ApplicationNode {
  return node?.routing !== undefined;
}

/** One entry in the tree of middleware. */
export interface PlacedEntry {
  readonly entry: Entry;
  /** The pipe or application that it is registered in. */
  readonly owner: PipelineNode;
  /** The path prefixes around its owner. */
  readonly ownerPrefix: string;
  /** The path prefixes around it, without its own. */
  readonly outside: string;
  /** The same with its own. */
  readonly prefix: string;
  /** How many arrays, pipes and applications are around it. */
  readonly depth: number;
  /** The route whose middleware it is. */
  readonly route: Route | undefined;
  /** The pipe or application that the entry is. */
  readonly nested: PipelineNode | undefined;
  /** Whether the entries of `nested` follow; false for a pipe inside itself. */
  readonly isEntered: boolean;
}

/**
 * Every entry of a pipeline and of the pipelines inside it, each before those inside it, in the order in which they run.
 *
 * @param options `routes`: whether the middleware of routes is listed after the pipeline of their application, false when absent;
 *   `services`: whether services are created, since one may be a pipe or an application, true when absent
 */
export function* middlewareOf(
  root: PipelineNode,
  options: { readonly routes?: boolean; readonly services?: boolean } = {},
): Generator<PlacedEntry> {
  yield* walk(root, '', 0, [], options);
}

function* walk(
  owner: PipelineNode,
  outside: string,
  depth: number,
  around: readonly PipelineNode[],
  options: NonNullable<Parameters<typeof middlewareOf>[1]>,
): Generator<PlacedEntry> {
  const inside = [...around, owner];
  function* visit(entry: Entry, out: string, level: number, route?: Route): Generator<PlacedEntry> {
    const { target } = entry;
    const prefix = out + (entry.prefix?.text ?? '');
    const nested = nestedIn(entry, owner, options.services);
    const isEntered = nested !== undefined && !inside.includes(nested);
    yield {
      entry,
      owner,
      ownerPrefix: outside,
      outside: out,
      prefix,
      depth: level,
      route,
      nested,
      isEntered,
    };
    if (isList(target)) for (const item of target) yield* visit(item, prefix, level + 1, route);
    else if (isEntered) yield* walk(nested, prefix, level + 1, inside, options);
  }
  for (const entry of owner.entries) yield* visit(entry, outside, depth);
  if (options.routes !== true || owner.routing === undefined) return;
  const routed = outside + (routingPrefix(owner.entries) ?? '');
  for (const route of owner.routing.list) {
    const entry = owner.routing.entryOf(route);
    if (entry !== undefined) yield* visit(entry, routed, depth + 1, route);
  }
}

/** An array of middleware is a pipe too. */
export type MiddlewareKind = 'middleware' | 'pipe' | 'application' | BuiltInRole;

export function middlewareKindOf({ role, target }: Entry, nested: PipelineNode | undefined): MiddlewareKind {
  if (role !== undefined) return role;
  if (isList(target)) return 'pipe';
  if (nested === undefined) return 'middleware';
  return isApplicationNode(nested) ? 'application' : 'pipe';
}

/** The prefix that routing is registered under within its application; undefined when it isn't registered. */
export function routingPrefix(entries: readonly Entry[]): string | undefined {
  for (const { role, prefix, target } of entries) {
    const inner = role === 'routing' ? '' : isList(target) ? routingPrefix(target) : undefined;
    if (inner !== undefined) return (prefix?.text ?? '') + inner;
  }
  return undefined;
}

/** The pipe or application that an entry is, by value or as a service. */
export function nestedIn(
  { target }: Entry,
  { container }: { readonly container?: ContainerInterface | undefined },
  createsServices = true,
): PipelineNode | undefined {
  if (isList(target)) return undefined;
  const { value } = target;
  const found = createsServices && !isPipelineNode(value) ? serviceOf(target, container) : value;
  return isPipelineNode(found) ? found : undefined;
}

export function isList(target: Entry['target']): target is readonly Entry[] {
  return Array.isArray(target);
}

/** The service that is registered as middleware; undefined when it isn't one, is asynchronous, or fails. */
export function serviceOf({ value }: LazyMiddleware, container: ContainerInterface | undefined): unknown {
  if (!isServiceId(value)) return undefined;
  try {
    const service: unknown = container?.has(value) === true ? container.get(value) : undefined;
    // Its error is thrown when it is called (rule M3), and not as an unhandled rejection here.
    if (isThenable(service)) service.then(undefined, () => {});
    return service;
  } catch {
    // The error is thrown again when the middleware is called (rule M3).
    return undefined;
  }
}

/** Every middleware of a pipeline, of its routes and of the pipelines inside, with its place; without routing and dispatch. */
export function namedMiddleware(root: PipelineNode, services?: boolean): NamedMiddleware[] {
  return [...middlewareOf(root, { routes: true, services: services ?? true })].flatMap((placed) => {
    const { entry, route } = placed;
    const { target, name, role } = entry;
    if (isList(target) || role !== undefined) return [];
    return { name, place: placeOf(placed), value: target.value, resolve: () => resolve(target, route) };
  });
}

function placeOf({ route, outside, ownerPrefix }: PlacedEntry): string {
  if (route !== undefined) return `the route "${route.name}" (${outside}${route.path})`;
  return `the pipeline${ownerPrefix === '' ? '' : ` of ${ownerPrefix}`}`;
}

/**
 * @throws {@link InvalidMiddlewareError} when its contract requires parameters that the path of its route doesn't have
 */
function resolve(middleware: LazyMiddleware, route: Route | undefined): unknown {
  const resolved = middleware.resolve();
  if (route === undefined) return resolved;
  return resolved instanceof Promise
    ? resolved.then((callable) => checkParams(callable, route))
    : checkParams(resolved, route);
}

function checkParams(callable: Callable, { path, pattern }: Route): Callable {
  const names = pattern.placeholders.map(({ name }) => name);
  const [missing] = contractOf(callable)?.missingParams?.(names) ?? [];
  if (missing === undefined) return callable;
  const suggestion = didYouMean(missing, names);
  throw new InvalidMiddlewareError(
    `The contract expects the parameter "${missing}", which the path ${path} doesn't have${suggestion ? `; ${suggestion}` : '.'}`,
  );
}
