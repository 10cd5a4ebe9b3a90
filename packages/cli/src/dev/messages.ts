import type { TypedNames } from '../project/type-files.ts';

/** The address on which an app's process listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Messages from `fw dev` to the app's process. */
export type ToSite =
  /** Shut down as with SIGTERM. */
  | { readonly fw: 'end' }
  /** Shut down after a time in milliseconds, during which requests are forwarded to the successor, if there is one. */
  | { readonly fw: 'retire'; readonly grace: number; readonly successor: Address | undefined }
  /** The startup error of the changed app, to be shown on the pages of this one. */
  | { readonly fw: 'fault'; readonly text: string };

/** Messages from the app's process to `fw dev`. */
export type FromSite =
  /** From now on, the process responds to no requests itself. */
  | { readonly fw: 'retired' }
  /** The names in the application that is served. */
  | ({ readonly fw: 'names' } & TypedNames);
