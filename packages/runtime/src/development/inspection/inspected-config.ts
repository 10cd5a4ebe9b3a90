import type { ContainerInterface } from '../../container/container-interface.ts';
import { type ConfigNode, configTree } from '../../config/config-tree.ts';
import type { Config } from '../../config/config.ts';
import { configHistory, isConfigMap } from '../../config/merge.ts';
import type { ListenAddress } from '../../node/run-options.ts';
import { inForce } from '../inspector/other-settings.ts';

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
