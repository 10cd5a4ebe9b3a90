import {
  type Entry,
  isApplicationNode,
  isList,
  middlewareOf,
  nestedIn,
  type PipelineNode,
  placeOf,
  type Route,
} from 'fw-runtime/internal';

/**
 * Warns of middleware that no routed request reaches, because it is registered behind dispatch or behind a `NotFoundHandler`: a
 * guard there never runs for a route. The last one behind dispatch is meant for requests that no route handles, as are error
 * middleware, `NotFoundHandler` and applications with routes of their own.
 *
 * @returns what is wrong and what to do, by entry
 */
export function lateMiddleware(pipe: PipelineNode): ReadonlyMap<Entry, string> {
  const entries = pipe.entries.flatMap(withoutOwnList);
  const dispatch = entries.findIndex(({ role }) => role === 'dispatch');
  const notFound = entries.findIndex((entry) => isNotFoundHandler(entry) && entry.prefix === undefined);
  const behindDispatch = entries.filter(
    (entry, index) =>
      dispatch !== -1 && index > dispatch && !isErrorHandler(entry) && !isNotFoundHandler(entry),
  );
  const catchAll = pipe.routing?.list.find(handlesEverything);
  const warnings = new Map<Entry, string>();
  for (const [index, entry] of entries.entries()) {
    const isBehind = behindDispatch.includes(entry);
    const nested = nestedIn(entry, pipe, false);
    const isFallback = entry === behindDispatch.at(-1) || isApplicationNode(nested);
    if (notFound !== -1 && index > notFound && !isErrorHandler(entry)) {
      warn(entry, 'never runs, because the NotFoundHandler before it responds to every request');
    } else if (isBehind && catchAll !== undefined) {
      warn(entry, `never runs, because the route ${catchAll.path} handles every request before it`);
    } else if (isBehind && !isFallback) {
      warn(entry, 'runs only for requests that no route handles, because it is registered after dispatch');
    }
  }
  return warnings;

  function warn(entry: Entry, reason: string): void {
    const cure =
      entry.priority === undefined
        ? 'pipe it before pipeRoutingMiddleware()'
        : 'give it a higher priority than ROUTING_MIDDLEWARE';
    warnings.set(entry, `The middleware ${entry.name} ${reason}: ${cure}${placeOf(entry.origin)}.`);
  }
}

/** The warnings of a pipeline and of the pipelines inside it. */
export function lateWarnings(root: PipelineNode): string[] {
  const nodes = [...middlewareOf(root, { services: false })].map(({ owner }) => owner);
  return [...new Set([root, ...nodes])].flatMap((node) => [...lateMiddleware(node).values()]);
}

/** The entries of a list that contains routing or dispatch; any other entry alone. */
function withoutOwnList(entry: Entry): readonly Entry[] {
  const { target } = entry;
  if (!isList(target)) return [entry];
  return target.some(({ role }) => role !== undefined) ? target.flatMap(withoutOwnList) : [entry];
}

function isNotFoundHandler({ name }: Entry): boolean {
  return name === 'NotFoundHandler';
}

function isErrorHandler({ name, error }: Entry): boolean {
  return error || name === 'ErrorHandler';
}

function handlesEverything({ path, methods }: Route): boolean {
  return methods === undefined && /^\[?\/\{[^:}]+:\s*\.\*\s*\}\]?$/.test(path);
}
