import type { Application } from 'fw-runtime/b';
import { createApplication } from '../config/application.ts';
import type { Overrides } from '../config/container.ts';

/**
 * A new application for a test, with fakes and settings of the test:
 * `createTestApp({ fakes: [fake(Mailer, { send: async () => {} })], config: { debug: true } })`.
 * Responses are compared with their contracts.
 */
export function createTestApp({ config, ...overrides }: Overrides = {}): Application {
  return createApplication({ ...overrides, config: { check_responses: true, ...config } });
}
