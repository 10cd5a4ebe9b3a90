/** Where something was registered: a line of a file, or a value of a configuration file. */
export interface Origin {
  /** Absolute path, or as `loadConfig` found it, relative to the site. */
  readonly file: string;
  /** From 1, of the call. */
  readonly line?: number;
  /** In a configuration file, such as `routes[0]`. */
  readonly key?: string;
}
