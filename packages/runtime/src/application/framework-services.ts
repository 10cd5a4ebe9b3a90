import type { Config } from '../config/config.ts';
import type { FrameworkServices } from '../container/container-interface.ts';
import type { Logger } from '../errors/logger.ts';
import type { ErrorRenderer } from '../http/error-renderer.ts';
import type { FinalAnswer } from '../pipeline/middleware-a.ts';
import type { DefaultDelegate } from '../pipeline/middleware-b.ts';
import type { RouterInterface } from '../router/router-interface.ts';
import type { ErrorResponseGenerator } from '../errors/responses/error-responder.ts';

// The container may not import these types, so the interface that it declares is filled here.
declare module '../container/container-interface.ts' {
  interface FrameworkServices {
    /** The merged configuration: routes, pipeline, `debug`, `server` and what the site adds. */
    readonly config: Config;
    /** Finds the route of a request; a `TreeRouter` when absent. */
    readonly RouterInterface: RouterInterface;
    /** Makes what clients see of errors; the framework's own when absent. */
    readonly ErrorRenderer: ErrorRenderer;
    /** Told errors and warnings; the console when absent. */
    readonly Logger: Logger;
    /** Variant A: answers what no middleware has answered. */
    readonly FinalHandler: FinalAnswer | { readonly process: FinalAnswer };
    /** Variant B: makes the response of an error that no middleware has handled. */
    readonly ErrorResponseGenerator: ErrorResponseGenerator;
    /** Variant B: answers at the end of the pipeline. */
    readonly DefaultDelegate: DefaultDelegate;
  }
}

export type { FrameworkServices };
