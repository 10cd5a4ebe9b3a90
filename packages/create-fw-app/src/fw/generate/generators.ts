import type { Site } from '../site.ts';
import { app } from './app.ts';
import { config } from './config.ts';
import { errorHandler } from './error-handler.ts';
import { errorMiddleware } from './error-middleware.ts';
import type { Generator } from './generator.ts';
import { inject } from './inject.ts';
import { middleware } from './middleware.ts';
import { resource } from './resource/resource.ts';
import { route } from './route.ts';
import { service } from './service.ts';
import { test } from './test.ts';

/** In the order in which they are listed. */
export const generators: readonly Generator[] = [
  route,
  resource,
  middleware,
  errorMiddleware,
  errorHandler,
  service,
  app,
  config,
  inject,
  test,
];

/** Those that a site can use. */
export function generatorsFor({ variant }: Site): Generator[] {
  return generators.filter((generator) => generator.variant === undefined || generator.variant === variant);
}
