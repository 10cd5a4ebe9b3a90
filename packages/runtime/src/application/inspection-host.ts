import type { RunOptions } from './request-handler.ts';

/** What inspects applications in this process in place of a server, as the `fw` command does. */
export interface InspectionHost {
  /**
   * Called by `run()` in place of listening.
   *
   * @returns never: code after `await run()` must not run as if the server listened
   */
  run(application: object, options: RunOptions | undefined): Promise<never>;
  /** Receives the warnings of the framework. */
  warn(message: string): void;
  /** Receives a duplicate route, which is left out, so that all errors are reported together. */
  duplicate(error: Error): void;
}

// The project may load another copy of the package than the one that inspects it.
const HOST = Symbol.for('fw-runtime.inspection-host');

export function inspectionHost(): InspectionHost | undefined {
  return (globalThis as { [HOST]?: InspectionHost })[HOST];
}

/** Has the applications that are created from now on use the host. */
export function setInspectionHost(host: InspectionHost): void {
  (globalThis as { [HOST]?: InspectionHost })[HOST] = host;
}
