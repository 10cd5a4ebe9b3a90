/**
 * The inside of this package for `fw-devtools` and `fw-jobs`, and not for applications: it may change in every release, so they need
 * exactly the same version.
 *
 * @module
 */
export { type AnyApplication } from './kernel/application/application.ts';
export {
  type InspectionHost,
  type OpaqueApplication,
  setInspectionHost,
  setDevToolsHook,
  VERSION,
} from './kernel/application/context.ts';
export {
  type ApplicationNode,
  isApplicationNode,
  isList,
  isPipelineNode,
  type MiddlewareKind,
  middlewareKindOf,
  middlewareOf,
  nestedIn,
  type PipelineNode,
} from './kernel/application/middleware-of.ts';

export { type DevTools, type RequestHandler, type RunOptions } from './kernel/application/request-handler.ts';
export { InputFaults } from './features/contract/invalid-input-error.ts';
export { type Config, CONFIG_KEYS, type PolicyConfig } from './kernel/config.ts';
export {
  type ConfigChange,
  type ConfigHistory,
  configHistory,
  type ConfigStep,
} from './features/config/history.ts';
export { isConfigMap } from './features/config/merge.ts';
export {
  type ContainerInterface,
  IDENTITY,
  nameOfId,
  observeServices,
  type ServiceClass,
  type ServiceId,
  type ServiceObserver,
} from './kernel/container/container-interface.ts';
export { injectedIds } from './kernel/container/inject.ts';
export { type Service } from './kernel/container/service.ts';
export { PACKAGE, pathOf } from './kernel/errors/call-sites.ts';
export { FwError } from './kernel/errors/coded-errors.ts';
export { type ConfigError, faultLine } from './kernel/errors/config-error.ts';
export {
  describe,
  didYouMean,
  messageOf,
  nameOf,
  nearest,
  type Origin,
  placeOf,
  safely,
} from './kernel/errors/describe.ts';
export { HttpError, isHttpError, statusOf } from './kernel/errors/http-error.ts';
export { respondAlways } from './kernel/error-responses/error-responder.ts';
export { problemFormat, problemResponse } from './kernel/error-responses/problem-response.ts';
export {
  extensionsOf,
  faultsIn,
  listHtml,
  type Problem,
  problemOf,
  renderError,
  type Report,
  writeJson,
  writeText,
} from './kernel/error-responses/problem.ts';
export { handleFor, isForStranger } from './kernel/error-responses/strangers.ts';
export { warn } from './kernel/errors/logger.ts';
export {
  decoded,
  hideInput,
  isSecretName,
  isSecretParameter,
  MASK,
  maskText,
} from './kernel/errors/secret-names.ts';
export { type AttributeName, type Attributes } from './kernel/http/attributes.ts';
export { escapeHtml } from './kernel/http/bodies/html.ts';
export { JsonResponse } from './kernel/http/bodies/json.ts';
export { canonicalPath, respell } from './kernel/http/canonical-path.ts';
export { asReceived } from './kernel/http/received-path.ts';
export { HttpResponse } from './kernel/http/http-response.ts';
export { RequestSource } from './kernel/http/request-source.ts';
export { contentSize, finalize, toWebResponse } from './kernel/http/response-body.ts';
export { findAttribute, ServerRequest } from './kernel/http/server-request.ts';
export { type ServerRequestInit } from './kernel/http/web-source.ts';
export { onClose } from './server/node/exchange.ts';
export { isShown } from './server/node/files/file-names.ts';
export { filesBelow, StaticFiles } from './server/node/files/static-files.ts';
export { isLocalClient } from './server/node/local-client.ts';
export { type NodeSource } from './server/node/node-source.ts';
export { isDisposed } from './server/node/process/lifecycle.ts';
export {
  checkRunOptions,
  type ListenAddress,
  type ListenSetting,
  listenSettings,
} from './server/node/run-options.ts';
export { constraintsOf, describePlaceholders, describeRoute } from './features/openapi/describe-route.ts';
export { describeRoutes, isDescribable, toApplication } from './features/openapi/describe-routes.ts';
export { type OpenApiResult } from './features/openapi/document.ts';
export { openApiOf, openApiOfResolved } from './features/openapi/openapi-document.ts';
export { type RouteDescription, type PlaceholderDescription } from './features/openapi/route-description.ts';
export { samplePaths } from './features/openapi/sample-paths.ts';
export { securityOfMiddleware } from './features/openapi/security.ts';
export { type SecuritySchemes } from './kernel/pipeline/security.ts';
export { type Entry } from './kernel/pipeline/entry.ts';
export { isServiceId, isThenable, type LazyMiddleware } from './kernel/pipeline/lazy-middleware.ts';
export { type MiddlewareRun, type PipelineObserver } from './kernel/pipeline/observer.ts';
export { RequestTrace } from './kernel/pipeline/request-trace.ts';
export { isUnhandled } from './kernel/pipeline/responses.ts';
export { PathPrefix, Scope } from './kernel/pipeline/scope.ts';
export { type Constraints, expressionsOf, sourcesOf } from './kernel/router/constraints/constraint.ts';
export { type Placeholder, type Segment } from './kernel/router/pattern-forms.ts';
export { Route } from './kernel/router/route.ts';
export { RouteResult } from './kernel/router/router-interface.ts';
export { TreeRouter } from './kernel/router/tree-router.ts';
export {
  decodeValue,
  PLAIN,
  REST,
  CONSTRAINED,
  type SegmentKind,
  segmentKindOf,
  STATIC,
} from './kernel/router/segment-matcher.ts';
