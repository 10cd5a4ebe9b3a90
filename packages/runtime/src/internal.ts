/**
 * The inside of this package for `fw-devtools` and `fw-jobs`, and not for applications: it may change in every release, so they need
 * exactly the same version.
 *
 * @module
 */
export { type AnyApplication } from './application/application.ts';
export {
  type InspectionHost,
  type OpaqueApplication,
  setInspectionHost,
  type AttachedApplication,
  setDevToolsHook,
  VERSION,
} from './application/context.ts';
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
} from './application/middleware-of.ts';
export { respondAlways } from './application/pipe-handler.ts';
export {
  type DevTools,
  type PreHandler,
  type RequestHandler,
  type Responder,
  type RunOptions,
} from './application/request-handler.ts';
export { InputFaults } from './contract/invalid-input-error.ts';
export { type Config, CONFIG_KEYS, type PolicyConfig } from './config/config.ts';
export {
  type ConfigChange,
  type ConfigHistory,
  configHistory,
  type ConfigStep,
  isConfigMap,
} from './config/merge.ts';
export {
  type ContainerInterface,
  IDENTITY,
  nameOfId,
  observeServices,
  type ServiceClass,
  type ServiceId,
  type ServiceObserver,
} from './container/container-interface.ts';
export { injectedIds } from './container/inject.ts';
export { type Service } from './container/service.ts';
export { PACKAGE, pathOf } from './errors/call-sites.ts';
export { FwError } from './errors/coded-errors.ts';
export { type ConfigError, tellFault } from './errors/config-error.ts';
export {
  describe,
  didYouMean,
  messageOf,
  nameOf,
  nearest,
  type Origin,
  placeOf,
  safely,
} from './errors/describe.ts';
export { HttpError, isHttpError, statusOf } from './errors/http-error.ts';
export { problemFormat, problemResponse } from './errors/responses/problem-response.ts';
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
} from './errors/responses/problem.ts';
export { handleFor, isForStranger } from './errors/responses/strangers.ts';
export { warn } from './errors/logger.ts';
export {
  decoded,
  hideInput,
  isSecretName,
  isSecretParameter,
  MASK,
  maskText,
} from './errors/secret-names.ts';
export { type AttributeName, type Attributes } from './http/attributes.ts';
export { escapeHtml } from './http/bodies/html.ts';
export { JsonResponse } from './http/bodies/json.ts';
export { canonicalPath, respell } from './http/canonical-path.ts';
export { asReceived } from './http/received-path.ts';
export { HttpResponse } from './http/http-response.ts';
export { RequestSource } from './http/request-source.ts';
export { contentSize, finalize, toWebResponse } from './http/response-body.ts';
export { findAttribute, ServerRequest } from './http/server-request.ts';
export { type ServerRequestInit } from './http/web-source.ts';
export { onClose } from './node/exchange.ts';
export { isShown } from './node/files/file-names.ts';
export { filesBelow, StaticFiles } from './node/files/static-files.ts';
export { isLocalClient } from './node/local-client.ts';
export { type NodeSource } from './node/node-source.ts';
export { isDisposed } from './node/process/lifecycle.ts';
export {
  checkRunOptions,
  type ListenAddress,
  type ListenSetting,
  listenSettings,
} from './node/run-options.ts';
export { describeRoute, tokensOf } from './openapi/describe-route.ts';
export { describeRoutes, isDescribable, toApplication } from './openapi/describe-routes.ts';
export { type OpenApiResult } from './openapi/document.ts';
export { openApiOf, openApiOfResolved } from './openapi/openapi-document.ts';
export { type RouteDescription, type PlaceholderDescription } from './openapi/route-description.ts';
export { samplePaths } from './openapi/sample-paths.ts';
export { securityOfMiddleware } from './openapi/security.ts';
export { type SecuritySchemes } from './pipeline/define-middleware.ts';
export { type Entry } from './pipeline/entry.ts';
export { isServiceId, isThenable, type LazyMiddleware } from './pipeline/lazy-middleware.ts';
export { type MiddlewareRun, type PipelineObserver, RequestTrace } from './pipeline/observer.ts';
export { isUnhandled } from './pipeline/responses.ts';
export { PathPrefix, Scope } from './pipeline/scope.ts';
export { expressionsOf, sourcesOf, type Tokens } from './router/constraints/constraint.ts';
export { type Placeholder, type Segment } from './router/pattern-forms.ts';
export { Route } from './router/route.ts';
export { RouteResult } from './router/router-interface.ts';
export {
  decodeValue,
  PLAIN,
  REST,
  RESTRICTED,
  type SegmentKind,
  segmentKindOf,
  STATIC,
} from './router/segment-matcher.ts';
