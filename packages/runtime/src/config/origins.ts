// Symbol.for, since the application may belong to another copy of the package than what has loaded its configuration.
const FILES = Symbol.for('fw-runtime.config-files');

/** A configuration file and what it exports. */
export interface ConfigFile {
  /** Relative to the folder that files were loaded from. */
  readonly file: string;
  readonly config: object;
}

/** A value of a configuration file. */
export interface ConfigOrigin {
  readonly file: string;
  /** Such as `routes[0]`. */
  readonly key: string;
}

/** Notes of which files a configuration was merged. */
export function noteFiles<T extends object>(config: T, files: readonly ConfigFile[]): T {
  return Object.defineProperty(config, FILES, { value: files });
}

/** The files of which a configuration was merged, in order; undefined where that was not noted. */
export function filesOf(config: object): readonly ConfigFile[] | undefined {
  return (config as { readonly [FILES]?: readonly ConfigFile[] })[FILES];
}
