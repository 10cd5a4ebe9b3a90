// An app as create-fw-app generates it: configuration from files, a container, an application from the container.
import { fileURLToPath } from 'node:url';
import { Application, loadConfig } from 'fw-runtime/b';
import { ServiceManager } from 'fw-runtime/service-manager';

export async function start() {
  const config = await loadConfig({ cwd: fileURLToPath(new URL('../hello-project', import.meta.url)) });
  const container = new ServiceManager(config.dependencies);
  container.setService('config', config);
  const server = await container
    .get(Application)
    .run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
  return server.port;
}
