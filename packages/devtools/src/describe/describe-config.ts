import {
  type Config,
  configHistory,
  type ContainerInterface,
  isConfigMap,
  type ListenAddress,
} from 'fw-runtime/internal';
import { type ConfigNode, configTree } from './config-tree.ts';
import { inForce } from './effective-settings.ts';

/**
 * The configuration in an app's container, with the source of each value (rule C8).
 *
 * @param options the options of `run()`
 * @returns undefined if the container has no configuration
 */
export function configOf(
  { container }: { readonly container: ContainerInterface | undefined },
  options: Partial<ListenAddress> = {},
): ConfigNode | undefined {
  const config: unknown = container?.has('config') === true ? container.get('config') : undefined;
  if (!isConfigMap(config)) return undefined;
  const shown = inForce(config as Config, process.env, options);
  return configTree(shown.config, configHistory(config), shown.others);
}
