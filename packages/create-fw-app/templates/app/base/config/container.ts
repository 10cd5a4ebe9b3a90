import { type Config, mergeConfig } from 'fw-runtime';
import { ServiceManager } from 'fw-runtime/service-manager';
import config from './config.ts';

/** What takes the place of the site's own, as in a test. */
export interface Overrides {
  /** By their ids; a class by its name. */
  readonly services?: Readonly<Record<string, unknown>>;
  /** Merged over the configuration. */
  readonly config?: Config;
}

export function createContainer({ services = {}, config: settings }: Overrides = {}): ServiceManager {
  const merged = settings ? mergeConfig(config, settings) : config;
  const container = new ServiceManager(merged.dependencies);
  container.setService('config', merged);
  for (const [id, service] of Object.entries(services)) container.setService(id, service);
  return container;
}
