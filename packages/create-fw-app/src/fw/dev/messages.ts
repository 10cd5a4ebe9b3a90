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

/** What the process of a site tells `fw dev`: from now on it answers no request by itself. */
export interface FromSite {
  readonly fw: 'retired';
}
