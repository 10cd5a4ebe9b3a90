import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Recorder } from './recorder.ts';
import type { EntryReport, MatchReport, MatchRequest, PlaceholderReport, RouteReport } from './report.ts';
import { isApplication, isPipe } from './runtime-shape.ts';
import type { Application, Container, Entry, Pipe, Route } from './runtime-shape.ts';
import { samplePaths } from './samples.ts';

const samplesPerForm = 3;
// What stands in a pipeline for an application's own routing and dispatching; each is in it once.
const own = { FW_ROUTING_MIDDLEWARE: 'routing', FW_DISPATCH_MIDDLEWARE: 'dispatch' } as const;
type OwnId = keyof typeof own;

/** An application in a site, and the prefix under which it is mounted. */
interface Mount {
  readonly prefix: string;
  readonly application: Application;
}

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
        this.routes.push(describeRoute(route, mount, recorder, this.#documentRoot()));
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

function describeRoute(
  route: Route,
  { prefix, application }: Mount,
  recorder: Recorder,
  documentRoot: string | undefined,
): RouteReport {
  const { name, path, methods, options, middleware } = route;
  const forms = route.pattern.variants.map((form) =>
    form.map((segment) =>
      segment.map((part): string | PlaceholderReport => {
        if (typeof part === 'string') return part;
        const token = Object.hasOwn(options.tokens ?? {}, part.name)
          ? options.tokens?.[part.name]
          : undefined;
        const restrictions = [
          ...(part.restriction === undefined ? [] : [part.restriction]),
          ...(token === undefined ? [] : [token instanceof RegExp ? token.source : token]),
        ];
        return { name: part.name, restrictions, rest: part.rest };
      }),
    ),
  );
  const samples = forms.flatMap((form) => samplePaths(form, samplesPerForm));
  const hiddenBy = hiderOf(route, samples, application, prefix === '' ? documentRoot : undefined);
  const calledAt = recorder.places.get(route);
  return {
    name,
    path,
    prefix,
    ...(methods !== undefined && { methods }),
    middleware: nameOf(middleware),
    options: JSON.parse(
      JSON.stringify(options, (_, value: unknown) => (value instanceof RegExp ? String(value) : value)),
    ),
    ...(calledAt !== undefined && { calledAt }),
    forms,
    samples: samples.map((sample) => prefix + sample),
    ...(hiddenBy !== undefined && { hiddenBy }),
  };
}

/** What answers every sample of a route in its place. */
function hiderOf(
  route: Route,
  samples: readonly string[],
  application: Application,
  documentRoot: string | undefined,
): string | undefined {
  const method = route.methods?.[0] ?? 'GET';
  let hider: string | undefined;
  for (const sample of samples) {
    const file = documentRoot === undefined ? undefined : join(documentRoot, sample);
    if (
      file !== undefined &&
      sample !== '/' &&
      method === 'GET' &&
      existsSync(file) &&
      statSync(file).isFile()
    ) {
      hider = `the file public${sample}`;
      continue;
    }
    const answering = application.router.match(method, sample).route;
    if (answering === route || answering === undefined) return undefined;
    hider = `the route "${answering.name}" (${answering.path})`;
  }
  return hider;
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

function nameOf(value: unknown): string {
  if (typeof value === 'symbol') return value.description ?? 'Symbol()';
  if (typeof value === 'function') return value.name || 'anonymous function';
  if (Array.isArray(value)) return `[${value.map(nameOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const { name } = value.constructor ?? {};
  return name || 'Object';
}
