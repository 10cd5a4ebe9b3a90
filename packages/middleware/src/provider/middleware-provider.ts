import {
  ConfigError,
  configOrigin,
  type ConfigProvider,
  type ContainerInterface,
  defineProvider,
  type SharedMiddleware,
} from 'fw-runtime';
import { PRIORITIES } from './priorities.ts';

/** The key of a middleware, for its options in the configuration and for its entry in `middleware_pipeline`. */
export type MiddlewareKey = keyof typeof PRIORITIES;

/** Creates a middleware, or a promise of one, from the configuration. */
export type CreateMiddleware<Options> = (
  options: Options | undefined,
  container: ContainerInterface,
) => SharedMiddleware | Promise<SharedMiddleware>;

/**
 * Creates the provider of one middleware: a service created from the options under its key, and an entry in the
 * pipeline. The id of the service is the name of the package's entry.
 */
export function middlewareProvider<Options>(
  key: MiddlewareKey,
  make: CreateMiddleware<Options>,
): ConfigProvider {
  const id = `fw-middleware/${key.replaceAll('_', '-')}`;
  return defineProvider(id, {
    dependencies: { factories: { [id]: (container) => configured(key, make, container) } },
    middleware_pipeline: { [key]: { middleware: id, priority: PRIORITIES[key] } },
  });
}

/** Creates a value from the options under a configuration key. Errors name the file that sets them. */
export function configured<Options, Created>(
  key: string,
  make: (options: Options | undefined, container: ContainerInterface) => Created,
  container: ContainerInterface,
): Created {
  const config = container.has('config') ? container.get<Readonly<Record<string, unknown>>>('config') : {};
  const withFiles = (error: unknown): never => {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(
      error.faults.map((fault) => ({ ...fault, file: fault.file ?? fileOf(config, fault.path) })),
    );
  };
  try {
    // The options are validated when the middleware is created.
    const created = make(config[key] as Options | undefined, container);
    return created instanceof Promise ? (created.catch(withFiles) as Created) : created;
  } catch (error) {
    return withFiles(error);
  }
}

/** The file that set a value, or the innermost object around it. */
function fileOf(config: object, path: string): string | undefined {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const keys = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  for (let length = keys.length; length > 0; length--) {
    const origin = configOrigin(config, keys.slice(0, length));
    if (origin !== undefined) return origin.file;
  }
  return undefined;
}
