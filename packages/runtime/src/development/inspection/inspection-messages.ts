import type { ApplicationDescription, Explanation } from '../../inspect/description.ts';
import type { ConfigNode } from '../../config/config-tree.ts';
import type { ServiceDescription } from '../../container/describe-services.ts';
import type { OpenApiResult } from '../../openapi/document.ts';
import type { EffectivePipeline } from '../../policies/effective-pipelines.ts';
import type { PolicyViolation } from '../../policies/policy-violations.ts';
import type { SentAnswer, SentRequest } from './inspected-request.ts';

/** What is asked of the inspecting process. */
export interface InspectionRequest {
  readonly id: number;
  /** The folder of the site, absolute. */
  readonly root: string;
  /** The module that calls `run()`, or exports the application as default; `public/index.ts` when absent. */
  readonly entry?: string;
  /** Requests to explain, as `[method, path]`. */
  readonly explain?: readonly (readonly [string, string])[];
  /** Service ids of which to tell whether the container has them. */
  readonly services?: readonly string[];
  /** Makes every service and class that a route or a pipeline names, and reports those that cannot be made. */
  readonly resolve?: boolean;
  /** Makes the document of its routes. */
  readonly openapi?: boolean;
  /** Tells the configuration, and what has set each of its values. */
  readonly config?: boolean;
  /** Proves the policies of its configuration. */
  readonly policies?: boolean;
  /** Tells what runs for each route. */
  readonly pipelines?: boolean;
  /** Tells what is in the container: with `resolve`, when it has made what is named. */
  readonly container?: boolean;
  /** Runs a request through the site, and then disposes of its container. */
  readonly request?: SentRequest;
}

/** What the inspecting process answers. */
export interface InspectionReport {
  readonly id: number;
  /** What keeps the site from working, each in one sentence. */
  readonly faults: readonly string[];
  /** What the site printed as a warning while it was loaded. */
  readonly warnings: readonly string[];
  /** Absent where the site does not come to `run()`. Files of origins are relative to the site. */
  readonly application?: ApplicationDescription;
  readonly explanations: readonly Explanation[];
  /** For each explanation the static file that answers before the pipeline, relative to the site; null: none does. */
  readonly files: readonly (string | null)[];
  /** Of the services that were asked about, those that the container has. */
  readonly services: readonly string[];
  /** The ids of all services, where the container can list them, as `ServiceManager` does. */
  readonly ids?: readonly string[];
  /** Where it was asked for. */
  readonly openapi?: OpenApiResult;
  /** Where it was asked for, and the application's container has one. */
  readonly config?: ConfigNode;
  /** Where it was asked for: where the policies are not kept. */
  readonly policies?: readonly PolicyViolation[];
  /** Where it was asked for. */
  readonly pipelines?: readonly EffectivePipeline[];
  /** Beside `pipelines`: the same as text, which can be compared. */
  readonly snapshot?: string;
  /** Where it was asked for, and the container can tell. */
  readonly container?: readonly ServiceDescription[];
  /** Of the request, where there was one. */
  readonly answer?: SentAnswer;
}
