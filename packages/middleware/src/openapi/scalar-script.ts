import { importPeer } from '../provider/import-peer.ts';

/** What a plugin of Fastify is handed here. */
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
 * The script that the plugin of Scalar for Fastify serves. That package is the one which holds the script and little else: the
 * others bring a hundred megabytes of what the script was built from. It exports the plugin alone, so the plugin is asked.
 *
 * @throws MissingDependencyError when the package is not installed
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
  // There is no map of the source beside it.
  if (typeof script === 'string') return script.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '');
  throw new Error(
    `The installed version of ${PACKAGE} gives no script: install one that fw-middleware names.`,
  );
}
