import type { NamedRoute } from '../types/routes-file.ts';

/** Where a process of the site listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** What `fw dev` tells the process of a site. */
export type ToSite =
  /** To end as by SIGTERM. */
  | { readonly fw: 'end' }
  /** The same after a time in milliseconds, in which requests are passed on to another process, where there is one. */
  | { readonly fw: 'retire'; readonly grace: number; readonly successor: Address | undefined }
  /** Why the changed site does not start, to be shown over the pages of this one. */
  | { readonly fw: 'fault'; readonly text: string };

/** What the process of a site tells `fw dev`. */
export type FromSite =
  /** From now on it answers no request by itself. */
  | { readonly fw: 'retired' }
  /** The routes of the application that it serves. */
  | { readonly fw: 'routes'; readonly routes: readonly NamedRoute[] };
