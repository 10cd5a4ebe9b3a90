// The exports that both variants share. Users import them from 'fw-runtime/a' or 'fw-runtime/b', together with the
// variant's own.
export { ServerRequest } from './kernel/http/server-request.ts';
export type { ClientInfo } from './kernel/http/request-changes.ts';
export type { Part, PartLimits } from './kernel/http/bodies/read-parts.ts';
export type { ServerRequestInit } from './kernel/http/web-source.ts';
export type { Platform, WaitUntil } from './kernel/http/platform.ts';
export {
  attribute,
  type Attribute,
  type AttributeKey,
  type AttributeName,
} from './kernel/http/attributes.ts';
export type { ErrorRenderer, RenderError } from './kernel/http/error-renderer.ts';
export type { CookieAttributes } from './kernel/http/cookies.ts';
export { defaultHeaders, EmptyResponse, HttpResponse, TextResponse } from './kernel/http/http-response.ts';
export { HtmlResponse, html, Html, type HtmlValue } from './kernel/http/bodies/html.ts';
export { JsonResponse } from './kernel/http/bodies/json.ts';
export { type RedirectOptions, RedirectResponse } from './kernel/application/redirect-response.ts';
export {
  EventStreamResponse,
  type EventStreamOptions,
  type ServerSentEvent,
} from './kernel/http/bodies/event-stream.ts';
export { upgradeWebSocket } from './kernel/http/upgrade-web-socket.ts';
export type {
  WebSocketHooks,
  WebSocketMessage,
  WebSocketPeer,
  WebSocketUpgrade,
} from './kernel/http/web-socket-hooks.ts';
export { FileResponse, type FileOptions } from './kernel/http/bodies/file-response.ts';
export type { BodyInput } from './kernel/http/bodies/body-input.ts';
export type { HeadersInput } from './kernel/http/header-list.ts';
export type { BodyContent, ResponseBody } from './kernel/http/response-body.ts';

export { Route, type RouteOptions } from './kernel/router/route.ts';
export { RouteResult } from './kernel/router/router-interface.ts';
export { RouterInterface, type UriOptions } from './kernel/router/router-interface.ts';
export { TreeRouter } from './kernel/router/tree-router.ts';
export { UrlHelper } from './kernel/router/uri-writer.ts';
export type { PathParams } from './kernel/router/path-params.ts';
export type {
  RouteName,
  RouteParams,
  Routes,
  UriParams,
  UriValue,
  Url,
} from './kernel/router/route-names.ts';

export type {
  ConfiguredServices,
  ContainerInterface,
  DependencyConfig,
  InjectedClass,
  MadeBy,
  ServiceDelegator,
  ServiceFactory,
  ServiceFactoryClass,
  ServiceId,
  ServiceName,
  ServiceNames,
  Services,
  ServicesOf,
} from './kernel/container/container-interface.ts';
export type { FrameworkServices } from './kernel/application/options.ts';
export { inject } from './kernel/container/inject.ts';

export {
  type ConfigSchema,
  loadConfig,
  type LoadConfigOptions,
  type LoadedConfig,
  mergeConfigFiles,
} from './features/config/load-config.ts';
export { env, type EnvValue, type EnvVariable } from './features/config/env.ts';
export { type ConfigProvider, defineProvider } from './features/config/providers.ts';
export { configOrigin, type ConfigOrigin } from './features/config/history.ts';
export { mergeConfig, mergeRemove, mergeReplace } from './features/config/merge.ts';
export { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from './kernel/config.ts';
export type {
  ChangeOf,
  Config,
  ConfigWith,
  ErrorsConfig,
  ListOrMap,
  OpenApiConfig,
  PipelineEntryConfig,
  RouteConfig,
  SchemaConverters,
  ServerConfig,
  WebSocketConfig,
} from './kernel/config.ts';

export type {
  Connection,
  LayerKind,
  LayerMessage,
  RequestMessage,
  RouteMessage,
  RunTraced,
  ServiceMessage,
  TracedMessage,
} from './features/tracing/messages.ts';

export { urlFor } from './kernel/application/urls.ts';
export { applicationOf, type OpaqueApplication } from './kernel/application/context.ts';
export { rejectionOf } from './kernel/application/rejection.ts';
export { isSameOrigin } from './kernel/http/same-origin.ts';
export type { NamedRouteOptions } from './features/config/configure.ts';
export type { GroupOptions, RouteMethods } from './kernel/application/route-methods.ts';
export {
  fromWeb,
  type FromWebOptions,
  type WebApplication,
  type WebHandler,
} from './kernel/pipeline/from-web.ts';
export {
  defineMiddleware,
  type MiddlewareOptions,
  type PassOn,
  type SharedMiddleware,
} from './kernel/pipeline/define-middleware.ts';
export { passOn, type PassedOutcomes } from './kernel/pipeline/route-request.ts';
export {
  SECURITY,
  type Security,
  type SecurityScheme,
  type SecuritySchemes,
} from './kernel/pipeline/security.ts';
export type {
  ContentDescription,
  ContractDescription,
  JsonSchema,
  OperationTexts,
  SchemaDescription,
} from './kernel/pipeline/middleware-contract.ts';
export type { Origin } from './kernel/errors/describe.ts';
export type {
  ListeningServer,
  RunningServer,
  RunOptions,
  TlsOptions,
} from './kernel/application/request-handler.ts';

export type { Logger } from './kernel/errors/logger.ts';
export { isSecretName, isSecretParameter, maskText, parseSecretUrl } from './kernel/errors/secret-names.ts';
export { FwError } from './kernel/errors/coded-errors.ts';
export {
  HttpError,
  type HttpErrorOptions,
  MethodNotAllowedError,
  NotFoundError,
  PayloadTooLargeError,
} from './kernel/errors/http-error.ts';
export {
  BrokenContractError,
  ContainerNotRegisteredError,
  DuplicateRouteError,
  InvalidArgumentError,
  InvalidMiddlewareError,
  MissingAttributeError,
  MissingDependencyError,
  MissingResponseError,
  ServiceNotCreatedError,
  ServiceNotStartedError,
  ServiceNotFoundError,
  UnsupportedRuntimeError,
  UriGenerationError,
  UsageError,
} from './kernel/errors/coded-errors.ts';
export {
  ConfigError,
  type ConfigFault,
  type MiddlewareFault,
  UnresolvedMiddlewareError,
} from './kernel/errors/config-error.ts';
