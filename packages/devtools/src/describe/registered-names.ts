import {
  CONFIG_KEYS,
  type ConfigHistory,
  configHistory,
  type ContainerInterface,
  isConfigMap,
} from 'fw-runtime/internal';

/** The names in an app that are the same on every machine: names that only local and test files set are left out. */
export interface RegisteredNames {
  /** The ids of the services; a class by its name. */
  readonly services: readonly string[];
  /** The app's own top-level keys of the configuration; absent if the container has no configuration. */
  readonly config?: readonly string[];
}

/** The objects of `dependencies` that register services. */
const SERVICE_OBJECTS = ['services', 'invokables', 'factories', 'aliases'];

const LOCAL_FILE = /(?:^|[/.])(?:local|test)\.\w+$/;

/**
 * Lists the names of the services in a container and of the app's own configuration. It creates no service but
 * `config`.
 *
 * @returns undefined if the container doesn't list its services in `ids`, as `ServiceManager` does
 * @example const { services = [] } = registeredNames(app.getContainer()) ?? {};
 */
export function registeredNames(container: ContainerInterface | undefined): RegisteredNames | undefined {
  const { ids } = (container ?? {}) as { readonly ids?: Iterable<string | symbol> };
  if (container === undefined || ids === undefined) return undefined;
  const config: unknown = container.has('config') ? container.get('config') : undefined;
  const history = isConfigMap(config) ? configHistory(config)?.entries : undefined;
  const dependencies = history?.get('dependencies')?.entries;
  const isShared = (id: string | symbol): id is string =>
    typeof id === 'string' &&
    !isLocal(SERVICE_OBJECTS.map((name) => dependencies?.get(name)?.entries?.get(id)));
  const services = [...new Set([...ids].filter(isShared))];
  if (!isConfigMap(config)) return { services };
  const own = Object.keys(config).filter((key) => !CONFIG_KEYS.includes(key));
  return { services, config: own.filter((key) => !isLocal([history?.get(key)])) };
}

/** Whether only local and test files have set a value. */
function isLocal(found: readonly (ConfigHistory | undefined)[]): boolean {
  const steps = found.flatMap((each) => each?.steps ?? []);
  return steps.length > 0 && steps.every(({ file }) => LOCAL_FILE.test(file));
}
