import type { DevTools } from './request-handler.ts';

/** The version of this package, for the development tools. Both are released together. */
export const VERSION = '0.1.0';

/**
 * Property of `globalThis` with the function that connects applications to the development tools; `fw-devtools/attach` sets it.
 * The number is the version of the interface below.
 */
const HOOK: unique symbol = Symbol.for('fw-runtime.devtools.1');

/** Called for each application with `debug`, and for each application that `fw` inspects, when it is created. */
export type DevToolsHook = (application: AttachedApplication) => DevTools | undefined;

/** An application when it is created. */
export interface AttachedApplication {
  /** The version of its fw-runtime. */
  readonly version: string;
  readonly debug: boolean | 'everyone';
  /** Logs a warning. */
  warn(message: string): void;
}

/** The tools for an application; undefined when none are attached to this process. */
export function devToolsFor(application: Omit<AttachedApplication, 'version'>): DevTools | undefined {
  return (globalThis as { [HOOK]?: DevToolsHook })[HOOK]?.({ ...application, version: VERSION });
}

export function setDevToolsHook(hook: DevToolsHook | undefined): void {
  (globalThis as { [HOOK]?: DevToolsHook | undefined })[HOOK] = hook;
}
