import { type Config, mergeConfig } from 'fw-runtime';
import { ServiceManager } from 'fw-runtime/service-manager';
import type { Fake } from 'fw-runtime/testing';
import config from './config.ts';

/** Replacements of the app's own services and settings, for tests. */
export interface Overrides {
  /** Services whose types are checked: `[fake(Mailer, { send: async () => {} })]`. */
  readonly fakes?: readonly Fake[];
  /** Other services by their ids; a class by its name. */
  readonly services?: Readonly<Record<string, unknown>>;
  /** Merged over the configuration. */
  readonly config?: Config;
}

export function createContainer(overrides: Overrides = {}): ServiceManager {
  const { fakes = [], services = {}, config: settings } = overrides;
  const merged = settings ? mergeConfig(config, settings) : config;
  const container = new ServiceManager(merged.dependencies);
  container.setService('config', merged);
  for (const [id, service] of Object.entries(services)) container.setService(id, service);
  for (const fake of fakes) fake.register(container);
  return container;
}
