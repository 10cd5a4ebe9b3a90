import { Application } from 'fw-runtime/b';
import { createContainer, type Overrides } from '../config/container.ts';

/**
 * A fresh application, with services and settings of its own where a test gives some:
 * `createTestApp({ services: { Mailer: fake }, config: { debug: true } })`.
 */
export function createTestApp(overrides?: Overrides): Application {
  return createContainer(overrides).get(Application);
}
