/**
 * Serves static files from a folder under any prefix. Needs a file system: Node, Bun or Deno.
 *
 * @example
 * import { staticFiles } from 'fw-middleware/static';
 *
 * app.pipe('/assets', staticFiles({ root: 'assets', max_age: 3600 }));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { staticFiles } from './static.ts';

export { staticFiles, type StaticOptions } from './static.ts';

/**
 * The provider of `staticFiles()` for `config/providers.ts`: it reads the options under `static` of the configuration,
 * and adds the middleware to `middleware_pipeline` with priority 11 500.
 */
export const staticProvider: ConfigProvider = middlewareProvider('static', staticFiles);
