import type { ConfigSetting, OtherSettings } from './config-tree.ts';
import { type Config, type ListenAddress, type ListenSetting, listenSettings } from 'fw-runtime/internal';

type Environment = Readonly<Record<string, string | undefined>>;
type Value = string | number | boolean;

/** A configuration as it is in force, and what says so beside its files. */
export interface InForce {
  readonly config: Config;
  readonly others: readonly OtherSettings[];
}

/**
 * The effective settings beside the config files: defaults, and where the application listens, which the environment and the
 * options of `run()` override. See node/run-options.ts.
 */
export function inForce(
  config: Config,
  environment: Environment,
  options: Partial<ListenAddress> = {},
): InForce {
  const host = listenSettings('host', options, environment, config.server ?? {});
  const port = listenSettings('port', options, environment, config.server ?? {});
  const debug = { path: 'debug', before: [setting('default', 'the default', 'set', false)], after: [] };
  const server = {
    ...config.server,
    host: host[0]?.value as string,
    port: numberOf(port[0]?.value) as number,
  };
  const shown = { ...config, server, debug: config.debug ?? false };
  return { config: shown, others: [besideFiles('host', host), besideFiles('port', port), debug] };
}

/** @param all highest precedence first */
function besideFiles(key: keyof ListenAddress, all: readonly ListenSetting[]): OtherSettings {
  const variable = `the environment variable ${key.toUpperCase()}`;
  const before: ConfigSetting[] = [];
  const after: ConfigSetting[] = [];
  for (const { origin, value } of all.toReversed()) {
    if (origin === 'default') before.push(setting('default', 'the default', 'set', value));
    if (origin === 'environment variable') after.push(setting('environment', variable, 'replace', value));
    if (origin === 'option') after.push(setting('option', `the option ${key} of run()`, 'replace', value));
  }
  return { path: `server.${key}`, before, after };
}

function numberOf(port: unknown): unknown {
  return Number.isInteger(Number(port)) ? Number(port) : port;
}

function setting(
  source: ConfigSetting['source'],
  file: string,
  how: ConfigSetting['how'],
  value: Value,
): ConfigSetting {
  return { source, file, how, kind: 'value', value };
}
