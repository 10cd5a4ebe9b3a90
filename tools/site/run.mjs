// `npm run site` serves the website and rebuilds pages that change; `npm run site -- build` writes it to tools/site/dist.
import { watch } from 'node:fs';
import { installOnce } from '../shared/install-once.mjs';
import { npm } from '../scripts/npm.mjs';

const site = import.meta.dirname;
installOnce(site, '.fw-site', () => npm(['ci', '--no-workspaces', '--ignore-scripts'], { cwd: site }));
const { docs, writePages } = await import('./pages.mjs');
const { writeApiPages } = await import('./api.mjs');
const { finish } = await import('./finish.mjs');
const { build, createServer } = await import('vitepress');

writePages();
await writeApiPages();
if (process.argv.includes('build')) {
  await build(site);
  finish();
} else {
  const server = await createServer(site, { host: '127.0.0.1' });
  await server.listen();
  server.printUrls();
  watch(docs, { recursive: true }, () => writePages());
}
