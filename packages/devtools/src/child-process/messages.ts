import type { ApplicationDescription, Explanation } from '../describe/description.ts';
import type { ConfigNode } from '../describe/config-tree.ts';
import type { ServiceDescription } from '../describe/describe-services.ts';
import type { RegisteredNames } from '../describe/registered-names.ts';
import type { OpenApiResult } from 'fw-runtime/internal';
import type { EffectivePipeline } from '../policies/effective-pipelines.ts';
import type { PolicyViolation } from '../policies/policy-violations.ts';
import type { SentAnswer, SentRequest } from './send-request.ts';

/** A request to the inspecting process. */
export interface InspectionRequest {
  readonly id: number;
  /** The absolute path of the project. */
  readonly root: string;
  /** The module that calls `run()` or exports the app as default; `public/index.ts` by default. */
  readonly entry?: string;
  /** Requests to explain, as `[method, path]`. */
  readonly explain?: readonly (readonly [string, string])[];
  /** Service ids to look up in the container. */
  readonly services?: readonly string[];
  /** Creates every service and class that a route or a pipeline names, and reports the errors. */
  readonly resolve?: boolean;
  /** Generates the OpenAPI document of the routes. */
  readonly openapi?: boolean;
  /** Reports the configuration and the source of each value. */
  readonly config?: boolean;
  /** Checks the policies in the app's configuration. */
  readonly policies?: boolean;
  /** Reports the middleware that runs for each route. */
  readonly pipelines?: boolean;
  /** Reports the services in the container; with `resolve`, after the named services were created. */
  readonly container?: boolean;
  /** Sends a request to the app, and then disposes of its container. */
  readonly request?: SentRequest;
}

/** The response of the inspecting process. */
export interface InspectionReport {
  readonly id: number;
  /** The errors that keep the app from working, one sentence each. */
  readonly faults: readonly string[];
  /** The warnings that the app logged while it was loaded. */
  readonly warnings: readonly string[];
  /** Absent if the app doesn't reach `run()`. Files of origins are relative to the project. */
  readonly application?: ApplicationDescription;
  readonly explanations: readonly Explanation[];
  /** The static file that is served for each explanation, relative to the project; null if no file is served. */
  readonly files: readonly (string | null)[];
  /** The ids in `services` of the request that the container has. */
  readonly services: readonly string[];
  /** The ids of all services, if the container can list its services, as `ServiceManager` does. */
  readonly ids?: readonly string[];
  /** The names of the app's services and of its own configuration; absent if the container can't list its services. */
  readonly names?: RegisteredNames;
  /** Present if the request has `openapi`. */
  readonly openapi?: OpenApiResult;
  /** Present if the request has `config` and the app's container has a configuration. */
  readonly config?: ConfigNode;
  /** The policy violations; present if the request has `policies`. */
  readonly policies?: readonly PolicyViolation[];
  /** Present if the request has `pipelines`. */
  readonly pipelines?: readonly EffectivePipeline[];
  /** The pipelines as plain text that can be compared; present together with `pipelines`. */
  readonly snapshot?: string;
  /** Present if the request has `container` and the container can describe its services. */
  readonly container?: readonly ServiceDescription[];
  /** The response to `request`; present if the request has `request`. */
  readonly answer?: SentAnswer;
}
