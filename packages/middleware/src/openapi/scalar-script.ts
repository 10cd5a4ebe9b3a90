import { importPeer } from '../provider/import-peer.ts';

/** The interface that Fastify passes to plugins, as far as it is used here. */
interface PluginHost {
  readonly initialConfig: object;
  readonly log: { warn(message: string): void };
  hasPlugin(name: string): boolean;
  route(route: { readonly url: string; readonly handler: (request: object, reply: Reply) => unknown }): void;
}

interface Reply {
  header(name: string, value: string): Reply;
  send(body: unknown): Reply;
}

type Plugin = (host: PluginHost, options: object, done: () => void) => void;

const PACKAGE = '@scalar/fastify-api-reference';

/**
 * Loads the script that Scalar's plugin for Fastify serves. That package contains the script and little else; the
 * other packages depend on a hundred megabytes of source. It exports only the plugin, so the plugin is called.
 *
 * @throws {@link MissingDependencyError} when the package is not installed
 */
export async function loadScalar(): Promise<string> {
  const { default: plugin } = await importPeer(
    PACKAGE,
    () => import('@scalar/fastify-api-reference'),
    'fw-middleware/openapi',
  );
  let script: unknown;
  const reply: Reply = {
    header: () => reply,
    send(body) {
      script = body;
      return reply;
    },
  };
  const host: PluginHost = {
    initialConfig: {},
    log: { warn: () => {} },
    hasPlugin: () => false,
    route({ url, handler }) {
      if (url.endsWith('.js')) handler({}, reply);
    },
  };
  (plugin as unknown as Plugin)(host, { configuration: { url: 'openapi.json' } }, () => {});
  // The script's source map isn't served.
  if (typeof script === 'string') return script.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '');
  throw new Error(
    `The installed version of ${PACKAGE} contains no script: install a version that fw-middleware supports.`,
  );
}
