import { Application } from 'fw-runtime/b';
import { createContainer, type Overrides } from '../config/container.ts';

/**
 * A new application for a test, with fakes and settings of the test:
 * `createTestApp({ fakes: [fake(Mailer, { send: async () => {} })], config: { debug: true } })`.
 * Responses are compared with their contracts.
 */
export function createTestApp({ config, ...overrides }: Overrides = {}): Application {
  const settings = { check_responses: true, ...config };
  return createContainer({ ...overrides, config: settings }).get(Application);
}
