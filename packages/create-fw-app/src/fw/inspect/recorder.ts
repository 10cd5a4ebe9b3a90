import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Place } from './report.ts';
import type { Application, Entry, Route, Runtime } from './runtime-shape.ts';

type Method = (this: object, ...args: unknown[]) => unknown;

/** Something attached to a pipeline: the value, and the call that did it. */
export interface Attachment {
  readonly value: unknown;
  readonly calledAt: Place | undefined;
}

const registrations = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/**
 * Patches the site's runtime so that what is registered is written down together with the place of the call, that a
 * route which exists already is a fault among others instead of the end, and that `run()` hands the application over
 * instead of listening.
 */
export class Recorder {
  readonly places: WeakMap<Route, Place> = new WeakMap();
  readonly attachments: WeakMap<Entry, Attachment> = new WeakMap();
  root = '';
  faults: string[] = [];
  onRun: (application: Application) => void = () => {};

  constructor(runtime: Runtime) {
    const prototype = runtime.Application.prototype;
    patch(prototype, 'run', (application) => {
      this.onRun(application as Application);
      // The application never listens, so what waits for that waits for ever.
      return new Promise(() => {});
    });
    for (const name of ['route', 'any', ...Object.keys(registrations)]) {
      patch(prototype, name, (application, args, original) => {
        const route = this.#register(runtime, name, args, () => original.apply(application, args));
        const place = this.#calledAt();
        if (place !== undefined) this.places.set(route, place);
        return route;
      });
    }
    patch(prototype, 'attach', (application, args, original) => {
      const { entries } = application as { entries: Entry[] };
      const before = entries.length;
      const result = original.apply(application, args);
      const entry = entries[before];
      if (entry !== undefined) {
        this.attachments.set(entry, { value: args[0], calledAt: this.#calledAt() });
      }
      return result;
    });
  }

  #register(runtime: Runtime, name: string, args: unknown[], register: () => unknown): Route {
    try {
      return register() as Route;
    } catch (error) {
      if (!(error instanceof runtime.DuplicateRouteError)) throw error;
      this.faults.push(error.message);
      if (args[0] instanceof runtime.Route) return args[0];
      const [path, middleware, third, fourth] = args;
      if (name === 'route') return new runtime.Route(path, middleware, third, fourth);
      const method = registrations[name as keyof typeof registrations];
      return new runtime.Route(path, middleware, method && [method], third);
    }
  }

  /** The innermost line of the site's own code that is running. */
  #calledAt(): Place | undefined {
    const stack = new Error('here').stack ?? '';
    // What a factory registers stands in the configuration, not where the factory was called.
    if (stack.includes('build-application')) return undefined;
    for (const frame of stack.split('\n')) {
      const [, file, line] = /((?:file:\/\/)?\/[^()]*):(\d+):\d+\)?$/.exec(frame) ?? [];
      if (file === undefined) continue;
      const path = relative(this.root, file.startsWith('file:') ? fileURLToPath(file) : file);
      if (path.startsWith('..') || path.includes('node_modules')) continue;
      return { file: path.split(sep).join('/').replace(/\?.*$/, ''), line: Number(line) };
    }
    return undefined;
  }
}

function patch(
  prototype: object,
  name: string,
  replace: (self: object, args: unknown[], original: Method) => unknown,
): void {
  let owner: object | null = prototype;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  if (owner === null) return;
  const original = Object.getOwnPropertyDescriptor(owner, name)?.value as Method;
  const value = function (this: object, ...args: unknown[]): unknown {
    return replace(this, args, original);
  };
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}
