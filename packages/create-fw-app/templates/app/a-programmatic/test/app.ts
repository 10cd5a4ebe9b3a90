import { type Application, mergeConfig } from 'fw-runtime/a';
import { createApplication } from '../config/application.ts';
import type { Overrides } from '../config/container.ts';

/**
 * Creates an application for a test, optionally with other services and settings. Responses are compared with the contracts of
 * their routes.
 *
 * @example createTestApp({ services: { Mailer: fake }, config: { debug: true } })
 */
export function createTestApp({ config = {}, ...overrides }: Overrides = {}): Application {
  const settings = mergeConfig({ check_responses: true }, config);
  return createApplication({ ...overrides, config: settings });
}
