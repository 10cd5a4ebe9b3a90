import type { ConfigSetting, OtherSettings } from '../config/config-tree.ts';
import type { Config } from '../config/config.ts';
import type { ListenAddress } from '../server/listen-address.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const KEYS = ['host', 'port'] as const;
const DEFAULTS: ListenAddress = { host: '0.0.0.0', port: 8080 };

/** A configuration with where `run()` would listen, and what says so beside its files. */
export interface Listening {
  readonly server: Config['server'];
  readonly others: readonly OtherSettings[];
}

/**
 * What counts more than configuration where the application listens: the environment, and the options of `run()`. See
 * server/listen-address.ts.
 */
export function listenSettings(
  config: Config,
  environment: Environment,
  options: Partial<ListenAddress> = {},
): Listening {
  const others = KEYS.map((key) => {
    const variable = key.toUpperCase();
    const before = [setting('default', 'the default', 'set', DEFAULTS[key])];
    const after = [
      ...(environment[variable]
        ? [setting('environment', `the environment variable ${variable}`, 'replace', environment[variable])]
        : []),
      ...(options[key] === undefined
        ? []
        : [setting('option', `the option ${key} of run()`, 'replace', options[key])]),
    ];
    return { path: `server.${key}`, before, after };
  });
  const inForce = KEYS.map((key, index) => {
    const said = others[index]?.after.at(-1)?.value ?? config.server?.[key] ?? DEFAULTS[key];
    return [key, key === 'port' && said !== '' && Number.isInteger(Number(said)) ? Number(said) : said];
  });
  return { server: { ...config.server, ...Object.fromEntries(inForce) }, others };
}

function setting(
  source: ConfigSetting['source'],
  file: string,
  how: ConfigSetting['how'],
  value: string | number,
): ConfigSetting {
  return { source, file, how, kind: 'value', value };
}
