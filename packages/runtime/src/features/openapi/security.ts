import type { Entry } from '../../kernel/pipeline/entry.ts';
import { securityOf, type SecuritySchemes } from '../../kernel/pipeline/security.ts';
import type { PathPrefix } from '../../kernel/pipeline/scope.ts';
import type { PatternPart } from '../../kernel/router/path-pattern.ts';
import type { Route } from '../../kernel/router/route.ts';
import {
  type ApplicationNode,
  isList,
  type PipelineNode,
  serviceOf,
} from '../../kernel/application/middleware-of.ts';

/** Middleware that declares its security. */
export interface Guard {
  readonly prefix: PathPrefix | undefined;
  readonly security: readonly SecuritySchemes[];
}

/** The security that middleware declares; undefined when it declares none, and for an array, whose items declare their own. */
export function securityOfMiddleware(
  pipe: PipelineNode,
  entry: Entry,
): readonly SecuritySchemes[] | undefined {
  return isList(entry.target) ? undefined : declarationsIn(pipe, entry, securityOf)[0];
}

/** Reads the declarations of middleware or of an array: from its function, its value or the service with its name. */
export function declarationsIn<T>(
  pipe: PipelineNode,
  { target }: Entry,
  read: (value: unknown) => T | undefined,
): T[] {
  if (isList(target)) return target.flatMap((item) => declarationsIn(pipe, item, read));
  const found = read(target.callable) ?? read(target.value) ?? read(serviceOf(target, pipe.container));
  return found === undefined ? [] : [found];
}

/** The security of a route: its own middleware and the guards in front of it together. */
export function securityOfRoute(
  application: ApplicationNode,
  route: Route,
  prefix: string,
  guards: readonly Guard[],
): readonly SecuritySchemes[] | undefined {
  const path = prefix + literalBeginning(route);
  const inFront = guards.filter((guard) => guard.prefix?.matches(path) ?? true);
  const entry = application.routing.entryOf(route);
  const own = entry ? declarationsIn(application, entry, securityOf) : [];
  const all = [...inFront.map(({ security }) => security), ...own];
  return all.length === 0 ? undefined : all.reduce(both);
}

/** The security of two guards, when a request has to pass both guards. */
function both(one: readonly SecuritySchemes[], other: readonly SecuritySchemes[]): SecuritySchemes[] {
  return one.flatMap((first) => other.map((second) => ({ ...first, ...second })));
}

/** The segments in front of the first placeholder. */
function literalBeginning({ pattern }: Route): string {
  // A path begins with "/", so its first part is a string.
  const [text, next] = pattern.parts as [string, PatternPart?];
  return typeof next === 'object' && 'name' in next ? text.replace(/[^/]*$/, '') : text;
}
