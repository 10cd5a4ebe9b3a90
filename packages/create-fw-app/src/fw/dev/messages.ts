/** What `fw dev` tells the process of a site. */
export type ToSite =
  /** To end as by SIGTERM. */
  | { readonly fw: 'end' }
  /** The same after a time in milliseconds, because another process serves the changed site, also at the address given. */
  | { readonly fw: 'retire'; readonly grace: number; readonly host: string; readonly port: number }
  /** Why the changed site does not start, to be shown over the pages of this one. */
  | { readonly fw: 'fault'; readonly text: string };

/** What the process of a site tells `fw dev`: from now on it answers no request by itself. */
export interface FromSite {
  readonly fw: 'retired';
}
