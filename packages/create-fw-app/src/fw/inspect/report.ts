/** What an inspected site looks like from inside; plain data, because it comes from another process. */
export interface SiteReport {
  /** What keeps the site from working, each in one sentence. */
  readonly faults: readonly string[];
  /** What the site printed as a warning while it was loaded. */
  readonly warnings: readonly string[];
  readonly routes: readonly RouteReport[];
  readonly pipeline: readonly EntryReport[];
  readonly matches: readonly MatchReport[];
  /** The ids of the container's services that were asked about, and are there. */
  readonly services: readonly string[];
}

export interface RouteReport {
  readonly name: string;
  /** Of the application that it belongs to; the request's path begins with `prefix`. */
  readonly path: string;
  /** The prefix under which its application is mounted; empty for the site's own. */
  readonly prefix: string;
  /** Undefined: any. */
  readonly methods?: readonly string[];
  readonly middleware: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The call that registered it, where a call did. */
  readonly calledAt?: Place;
  /** Each form that its optional parts allow: segments of text and placeholders. */
  readonly forms: readonly (readonly SegmentReport[])[];
  /** Paths that it should answer. */
  readonly samples: readonly string[];
  /** What answers every one of its samples in its place. */
  readonly hiddenBy?: string;
}

export type SegmentReport = readonly (string | PlaceholderReport)[];

export interface PlaceholderReport {
  readonly name: string;
  /** Sources of the regular expressions that the value must match. */
  readonly restrictions: readonly string[];
  readonly rest: boolean;
}

export interface Place {
  /** Relative to the site, with "/". */
  readonly file: string;
  readonly line: number;
}

export interface EntryReport {
  readonly name: string;
  readonly kind: 'middleware' | 'routing' | 'dispatch' | 'pipe' | 'application';
  /** In `middleware_pipeline`, where that is a map. */
  readonly key?: string;
  readonly priority?: number;
  readonly prefix?: string;
  /** Variant A: runs in error mode only. */
  readonly error: boolean;
  readonly calledAt?: Place;
  readonly children: readonly EntryReport[];
  /** How many routes an application has. */
  readonly routes?: number;
}

export interface MatchRequest {
  readonly method: string;
  readonly path: string;
}

export interface MatchReport extends MatchRequest {
  /** Index of the route that answers. */
  readonly route?: number;
  readonly params: Readonly<Record<string, string>>;
  /** The path exists, but not for this method. */
  readonly allowedMethods?: readonly string[];
}

/** What is asked of the inspecting process. */
export interface InspectionRequest {
  readonly id: number;
  /** The folder of the site, absolute. */
  readonly root: string;
  readonly variant: 'a' | 'b';
  readonly matches?: readonly MatchRequest[];
  /** Service ids of which to tell whether the container has them. */
  readonly services?: readonly string[];
  /** Makes every service that a route or a pipeline entry names, and reports what cannot be made. */
  readonly resolve?: boolean;
}
