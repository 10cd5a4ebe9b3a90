import {
  configureGroup,
  type ConfigureGroup,
  configureRoute,
  type ConfigureRoute,
} from '../application/configure.ts';
import type { Config, PipelineEntryConfig, RouteConfig } from '../config/config.ts';
import type { ConfiguredMiddleware } from '../pipeline/middleware-b.ts';

/** An entry of `middleware_pipeline`; the strings stand for the application's own routing and dispatching. */
export type PipelineEntry =
  | (PipelineEntryConfig<ConfiguredMiddleware> & { readonly error?: never })
  | 'FW_ROUTING_MIDDLEWARE'
  | 'FW_DISPATCH_MIDDLEWARE';

/** The configuration of an application of variant B. */
export type ApplicationConfig = Config<RouteConfig<ConfiguredMiddleware>, PipelineEntry>;

/** Types a configuration file: `export default defineConfig({ … })`. It returns what it is given. */
export function defineConfig<const T extends ApplicationConfig>(config: T): T {
  return config;
}

/** A route of `routes`, typed like one by call: `route('GET', '/post/{id}', ShowPost, { name: 'post' })`. */
export const route: ConfigureRoute<'b'> = configureRoute;

/** Routes that share a prefix: `group('/api', { middleware: Auth }, [route('GET', '/posts', ListPosts)])`. */
export const group: ConfigureGroup<'b'> = configureGroup;
