import type { ConfigSetting, OtherSettings } from '../../config/config-tree.ts';
import type { Config } from '../../config/config.ts';
import { defaultHost, type ListenAddress } from '../../node/run-options.ts';

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
  const host = listening('host', defaultHost(environment), environment['HOST'], options.host);
  const port = listening('port', 8080, environment['PORT'], options.port);
  const debug = { path: 'debug', before: [setting('default', 'the default', 'set', false)], after: [] };
  const server = {
    ...config.server,
    host: valueOf(host, config.server?.host) as string,
    port: numberOf(valueOf(port, config.server?.port)) as number,
  };
  const shown = { ...config, server, debug: valueOf(debug, config.debug) as boolean };
  return { config: shown, others: [host, port, debug] };
}

function listening(
  key: keyof ListenAddress,
  usual: Value,
  ofEnvironment: string | undefined,
  ofRun: Value | undefined,
): OtherSettings {
  const variable = `the environment variable ${key.toUpperCase()}`;
  return {
    path: `server.${key}`,
    before: [setting('default', 'the default', 'set', usual)],
    after: [
      // An empty variable counts as absent.
      ...(ofEnvironment ? [setting('environment', variable, 'replace', ofEnvironment)] : []),
      ...(ofRun === undefined ? [] : [setting('option', `the option ${key} of run()`, 'replace', ofRun)]),
    ],
  };
}

function valueOf({ before, after }: OtherSettings, ofFiles: unknown): unknown {
  return after.at(-1)?.value ?? ofFiles ?? before[0]?.value;
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
