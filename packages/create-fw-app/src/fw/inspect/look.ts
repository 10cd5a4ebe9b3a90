import { join } from 'node:path';

import { describeRoute } from './describe-route.ts';
import type { Mount } from './describe-route.ts';
import type { Recorder } from './recorder.ts';
import type { EntryReport, MatchReport, MatchRequest, RouteReport } from './report.ts';
import { isApplication, isPipe } from './runtime-shape.ts';
import type { Application, Container, Entry, Pipe, Route } from './runtime-shape.ts';

// What stands in a pipeline for an application's own routing and dispatching; each is in it once.
const own = { FW_ROUTING_MIDDLEWARE: 'routing', FW_DISPATCH_MIDDLEWARE: 'dispatch' } as const;
type OwnId = keyof typeof own;

interface ConfiguredEntry {
  readonly key: string | undefined;
  readonly middleware: unknown;
  readonly priority: number;
}

/** Looks at an application and at those mounted in it, and describes what is there. */
export class Look {
  readonly mounts: Mount[] = [];
  readonly pipeline: readonly EntryReport[];
  readonly routes: RouteReport[] = [];
  readonly #known: Route[] = [];
  readonly #recorder: Recorder;
  readonly #container: Container | undefined;
  readonly #nested = new Map<Entry, Pipe>();
  readonly #routing = new Set<Entry>();
  readonly #configured: ConfiguredEntry[];

  constructor(application: Application, recorder: Recorder) {
    this.#recorder = recorder;
    this.#container = application.container;
    this.#configured = configuredEntries(this.#container);
    this.pipeline = this.#describePipe(application, '');
    for (const mount of this.mounts) {
      for (const route of mount.application.routes) {
        this.#known.push(route);
        this.routes.push(describeRoute(route, mount, recorder.places.get(route), this.#documentRoot()));
      }
    }
  }

  /** Which route answers, as the pipeline would find it: applications that are mounted before routing come first. */
  match({ method, path }: MatchRequest): MatchReport {
    const [main] = this.mounts;
    const found = main && this.#matchIn(main.application, method, path);
    if (found?.route !== undefined) {
      return { method, path, route: this.#known.indexOf(found.route), params: found.params };
    }
    return { method, path, params: {}, ...(found && { allowedMethods: found.allowedMethods }) };
  }

  /** The entries of every pipeline, and of every route, as they are invoked. */
  *middleware(): Generator<{ readonly place: string; readonly entry: Entry; readonly container: boolean }> {
    for (const { application, prefix } of this.mounts) {
      for (const entry of application.entries) {
        yield { place: `the pipeline${prefix && ` of ${prefix}`}`, entry, container: true };
      }
      for (const route of application.routes) {
        const entry = application.toEntry(route.middleware);
        const place = `the route "${route.name}" (${prefix}${route.path})`;
        if (entry !== undefined) yield { place, entry, container: true };
      }
    }
  }

  #matchIn(
    application: Application,
    method: string,
    path: string,
  ):
    | { route?: Route; params: Readonly<Record<string, string>>; allowedMethods: readonly string[] }
    | undefined {
    for (const entry of application.entries) {
      const inner = isBelow(path, entry.prefix?.text);
      const nested = this.#nested.get(entry);
      if (inner !== undefined && isApplication(nested)) {
        const found = this.#matchIn(nested, method, inner);
        if (found !== undefined) return found;
      }
      const isRouting = [entry, ...(Array.isArray(entry.target) ? (entry.target as Entry[]) : [])].some(
        (item) => this.#routing.has(item),
      );
      if (!isRouting || inner === undefined) continue;
      const result = application.router.match(method, inner);
      if (result.route !== undefined) return { ...result, route: result.route };
      if (result.methodFailure) return { params: {}, allowedMethods: result.allowedMethods };
    }
    return undefined;
  }

  #describePipe(pipe: Pipe, prefix: string): EntryReport[] {
    if (isApplication(pipe)) this.mounts.push({ prefix, application: pipe });
    const seen = new Set<unknown>();
    return pipe.entries.map((entry) => {
      const { value, calledAt } = this.#recorder.attachments.get(entry) ?? {
        value: undefined,
        calledAt: undefined,
      };
      const index = this.#configured.findIndex(({ middleware }) => middleware === value);
      const [configured] = index === -1 || prefix !== '' ? [] : this.#configured.splice(index, 1);
      const report = this.#describeEntry(entry, value, prefix, seen);
      return {
        ...report,
        ...(configured?.key !== undefined && { key: configured.key }),
        ...(configured !== undefined && { priority: configured.priority }),
        ...(configured === undefined && calledAt !== undefined && { calledAt }),
      };
    });
  }

  #describeEntry(entry: Entry, value: unknown, outside: string, seen: Set<unknown>): EntryReport {
    const prefix = entry.prefix?.text;
    const shared = { name: entry.name, error: entry.error, ...(prefix !== undefined && { prefix }) };
    const inside = outside + (prefix ?? '');
    if (Array.isArray(entry.target)) {
      const values: unknown[] = Array.isArray(value) ? [...value] : [];
      const children = (entry.target as Entry[]).map((child) => {
        while (isOwn(values[0]) && seen.has(values[0])) values.shift();
        return this.#describeEntry(child, values.shift(), inside, seen);
      });
      return { ...shared, kind: 'pipe', children };
    }
    if (isOwn(value)) {
      seen.add(value);
      if (own[value] === 'routing') this.#routing.add(entry);
      return { ...shared, name: own[value], kind: own[value], children: [] };
    }
    const pipe = this.#pipeOf(value);
    if (pipe === undefined) return { ...shared, kind: 'middleware', children: [] };
    this.#nested.set(entry, pipe);
    const children = this.#describePipe(pipe, inside);
    return isApplication(pipe)
      ? { ...shared, kind: 'application', children, routes: pipe.routes.length }
      : { ...shared, kind: 'pipe', children };
  }

  /** The pipeline that a middleware value stands for, where it does. */
  #pipeOf(value: unknown): Pipe | undefined {
    if (isPipe(value)) return value;
    const isId = typeof value === 'string' || typeof value === 'symbol' || typeof value === 'function';
    try {
      if (!isId || this.#container?.has(value) !== true) return undefined;
      const service = this.#container.get(value);
      return isPipe(service) ? service : undefined;
    } catch {
      // A service that cannot be made is told of by `fw check`.
      return undefined;
    }
  }

  #documentRoot(): string | undefined {
    const config = configOf(this.#container) as { server?: { document_root?: string } };
    const folder = config.server?.document_root;
    return folder === undefined ? undefined : join(this.#recorder.root, folder);
  }
}

function configuredEntries(container: Container | undefined): ConfiguredEntry[] {
  const { middleware_pipeline: pipeline } = configOf(container) as { middleware_pipeline?: object };
  return Object.entries(pipeline ?? {})
    .map(([key, entry]: [string, { middleware?: unknown; priority?: number } | string]) => ({
      key: Array.isArray(pipeline) ? undefined : key,
      middleware: typeof entry === 'string' ? entry : entry.middleware,
      priority: typeof entry === 'string' ? 1 : (entry.priority ?? 1),
    }))
    .toSorted((one, other) => other.priority - one.priority);
}

function configOf(container: Container | undefined): object {
  return container?.has('config') === true ? (container.get('config') as object) : {};
}

function isBelow(path: string, prefix: string | undefined): string | undefined {
  if (prefix === undefined) return path;
  if (!path.toLowerCase().startsWith(prefix.toLowerCase())) return undefined;
  const rest = path.slice(prefix.length);
  return rest === '' || rest.startsWith('/') ? rest || '/' : undefined;
}

function isOwn(value: unknown): value is OwnId {
  return typeof value === 'string' && Object.hasOwn(own, value);
}
