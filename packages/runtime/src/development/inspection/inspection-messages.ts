import type { ApplicationDescription, Explanation } from '../../inspect/description.ts';
import type { ConfigNode } from '../../config/config-tree.ts';
import type { ServiceDescription } from '../../container/describe-services.ts';
import type { OpenApiResult } from '../../openapi/document.ts';
import type { EffectivePipeline } from '../../policies/effective-pipelines.ts';
import type { PolicyViolation } from '../../policies/policy-violations.ts';
import type { SentAnswer, SentRequest } from './inspected-request.ts';

/** The message to the inspecting process. */
export interface InspectionRequest {
  readonly id: number;
  /** The folder of the site, absolute. */
  readonly root: string;
  /** The module that calls `run()`, or exports the application as default; `public/index.ts` when absent. */
  readonly entry?: string;
  /** Requests to explain, as `[method, path]`. */
  readonly explain?: readonly (readonly [string, string])[];
  /** Service ids; the report lists those that the container has. */
  readonly services?: readonly string[];
  /** Makes every service and class that a route or a pipeline names, and reports those that cannot be made. */
  readonly resolve?: boolean;
  /** Makes the document of its routes. */
  readonly openapi?: boolean;
  /** Reports the configuration, and where each of its values comes from. */
  readonly config?: boolean;
  /** Proves the policies of its configuration. */
  readonly policies?: boolean;
  /** Reports the middleware that runs for each route. */
  readonly pipelines?: boolean;
  /** Reports the services of the container; with `resolve`, after the named services were created. */
  readonly container?: boolean;
  /** Runs a request through the site, and then disposes of its container. */
  readonly request?: SentRequest;
}

/** The message of the inspecting process. */
export interface InspectionReport {
  readonly id: number;
  /** The errors that keep the project from working, one sentence each. */
  readonly faults: readonly string[];
  /** The warnings of the framework while the project was loaded. */
  readonly warnings: readonly string[];
  /** Absent where the site does not come to `run()`. Files of origins are relative to the site. */
  readonly application?: ApplicationDescription;
  readonly explanations: readonly Explanation[];
  /** For each explanation the static file that answers before the pipeline, relative to the site; null: none does. */
  readonly files: readonly (string | null)[];
  /** The requested services that the container has. */
  readonly services: readonly string[];
  /** The ids of all services, where the container can list them, as `ServiceManager` does. */
  readonly ids?: readonly string[];
  /** Present when requested. */
  readonly openapi?: OpenApiResult;
  /** Present when requested, and when the application's container has a configuration. */
  readonly config?: ConfigNode;
  /** The violations of policies; present when requested. */
  readonly policies?: readonly PolicyViolation[];
  /** Present when requested. */
  readonly pipelines?: readonly EffectivePipeline[];
  /** Beside `pipelines`: the same as text, which can be compared. */
  readonly snapshot?: string;
  /** Present when requested, and when the container can describe its services. */
  readonly container?: readonly ServiceDescription[];
  /** The response to the request; present when a request was sent. */
  readonly answer?: SentAnswer;
}
