// The exports that both variants share. Users import them from 'fw-runtime/a' or 'fw-runtime/b', together with the
// variant's own.
export { ServerRequest } from './http/server-request.ts';
export type { ClientInfo } from './http/request-changes.ts';
export type { Part, PartLimits } from './http/bodies/read-parts.ts';
export type { ServerRequestInit } from './http/web-source.ts';
export type { Platform, WaitUntil } from './http/platform.ts';
export { attribute, type Attribute, type AttributeKey, type AttributeName } from './http/attributes.ts';
export type { ErrorRenderer, RenderError } from './http/error-renderer.ts';
export type { CookieAttributes } from './http/cookies.ts';
export { defaultHeaders, EmptyResponse, HttpResponse, TextResponse } from './http/http-response.ts';
export { HtmlResponse, html, Html, type HtmlValue } from './http/bodies/html.ts';
export { JsonResponse } from './http/bodies/json.ts';
export { type RedirectOptions, RedirectResponse } from './application/urls.ts';
export {
  EventStreamResponse,
  type EventStreamOptions,
  type ServerSentEvent,
} from './http/bodies/event-stream.ts';
export { upgradeWebSocket } from './http/upgrade-web-socket.ts';
export type {
  WebSocketHooks,
  WebSocketMessage,
  WebSocketPeer,
  WebSocketUpgrade,
} from './http/web-socket-hooks.ts';
export { FileResponse, type FileOptions } from './http/bodies/file-response.ts';
export type { BodyInput } from './http/bodies/body-input.ts';
export type { HeadersInput } from './http/header-list.ts';
export type { BodyContent, ResponseBody } from './http/response-body.ts';

export { Route, type RouteOptions } from './router/route.ts';
export { RouteResult } from './router/router-interface.ts';
export { RouterInterface, type UriOptions } from './router/router-interface.ts';
export { TreeRouter } from './router/tree-router.ts';
export { UrlHelper } from './router/uri-writer.ts';
export type { PathParams } from './router/path-params.ts';
export type { RouteName, RouteParams, Routes, UriParams, UriValue, Url } from './router/route-names.ts';

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
} from './container/container-interface.ts';
export type { FrameworkServices } from './application/options.ts';
export { inject } from './container/inject.ts';

export {
  type ConfigSchema,
  loadConfig,
  type LoadConfigOptions,
  type LoadedConfig,
  mergeConfigFiles,
} from './config/load-config.ts';
export { env, type EnvValue, type EnvVariable } from './config/env.ts';
export { type ConfigProvider, defineProvider } from './config/providers.ts';
export { configOrigin, type ConfigOrigin, mergeConfig, mergeRemove, mergeReplace } from './config/merge.ts';
export { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from './config/config.ts';
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
} from './config/config.ts';

export type {
  Connection,
  LayerKind,
  LayerMessage,
  RequestMessage,
  RouteMessage,
  RunTraced,
  ServiceMessage,
  TracedMessage,
} from './tracing/messages.ts';

export { urlFor } from './application/urls.ts';
export { applicationOf, type OpaqueApplication } from './application/context.ts';
export { rejectionOf } from './application/rejection.ts';
export { isSameOrigin } from './http/same-origin.ts';
export type { NamedRouteOptions } from './application/configure.ts';
export type { GroupOptions, RouteMethods } from './application/route-methods.ts';
export { fromWeb, type FromWebOptions, type WebApplication, type WebHandler } from './pipeline/from-web.ts';
export {
  defineMiddleware,
  type MiddlewareOptions,
  type PassOn,
  type SharedMiddleware,
} from './pipeline/define-middleware.ts';
export { passOn, type PassedOutcomes } from './pipeline/route-request.ts';
export {
  SECURITY,
  type Security,
  type SecurityScheme,
  type SecuritySchemes,
} from './pipeline/define-middleware.ts';
export type {
  ContentDescription,
  ContractDescription,
  JsonSchema,
  OperationTexts,
  SchemaDescription,
} from './pipeline/contract.ts';
export type { Origin } from './errors/describe.ts';
export type {
  ListeningServer,
  RunningServer,
  RunOptions,
  TlsOptions,
} from './application/request-handler.ts';

export type { Logger } from './errors/logger.ts';
export { isSecretName, isSecretParameter, maskText, parseSecretUrl } from './errors/secret-names.ts';
export { FwError } from './errors/coded-errors.ts';
export {
  HttpError,
  type HttpErrorOptions,
  MethodNotAllowedError,
  NotFoundError,
  PayloadTooLargeError,
} from './errors/http-error.ts';
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
} from './errors/coded-errors.ts';
export {
  ConfigError,
  type ConfigFault,
  type MiddlewareFault,
  UnresolvedMiddlewareError,
} from './errors/config-error.ts';
