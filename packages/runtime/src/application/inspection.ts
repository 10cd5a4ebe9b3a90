import type { ContainerInterface } from '../container/container-interface.ts';
import type { OpaqueApplication } from './application-of.ts';

/** An application as an inspector gets it. */
export interface Inspectable extends OpaqueApplication {
  readonly container: ContainerInterface | undefined;
  /** What stands as middleware in its pipeline, in its routes and in the applications within, as it is invoked. */
  middleware(): readonly NamedMiddleware[];
}

export interface NamedMiddleware {
  readonly name: string;
  /** Such as `the route "ping" (/ping)`. */
  readonly place: string;
  /** As it was given. */
  readonly value: unknown;
  /** Fetches or makes it, as its first invocation would. */
  resolve(): unknown;
}

/** What of the options of `run()` an inspector needs. */
export interface InspectedOptions {
  readonly host?: string;
  readonly port?: number;
  readonly platform?: object;
}

/** Somebody who looks at applications in this process instead of having them serve. */
export interface Inspection {
  /** Called in place of listening, with what `run()` was given. */
  onRun(application: Inspectable, options?: InspectedOptions): void;
  /** Called with a duplicate route, which is then left out, so that all faults are told at once. */
  addFault(error: Error): void;
}

// It belongs to the process and not to this module: the site may load another copy of the package.
const KEY = Symbol.for('fw-runtime.inspection');
const owner = globalThis as { [KEY]?: Inspection | undefined };

export function currentInspection(): Inspection | undefined {
  return owner[KEY];
}

/** From now on `run()` hands its application to `inspection`; origins are recorded. */
export function setInspection(inspection: Inspection): void {
  owner[KEY] = inspection;
}
