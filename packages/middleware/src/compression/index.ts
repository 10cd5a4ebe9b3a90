/**
 * Compresses responses with Brotli, Zstandard or gzip (RFC 9110 12.5.3). Needs `node:zlib`.
 *
 * @example
 * import { compression } from 'fw-middleware/compression';
 *
 * app.pipe(compression({ threshold: 2048 }));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { compression } from './compression.ts';

export { compression, type CompressionOptions } from './compression.ts';
export type { Encoding, Levels } from './compressors.ts';

/**
 * The provider of `compression()` for `config/providers.ts`: it reads the options under `compression` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 16 000.
 */
export const compressionProvider: ConfigProvider = middlewareProvider('compression', compression);
