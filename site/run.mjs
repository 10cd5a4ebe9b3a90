// `npm run site` serves the website and rebuilds pages that change; `npm run site -- build` writes it to site/dist.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const site = import.meta.dirname;
install();
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

/** Installs the website's packages, unless these are installed. */
function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(site, 'package-lock.json')))
    .digest('hex');
  const stamp = join(site, 'node_modules/.fw-site');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  const { status } = spawnSync('npm', ['ci', '--no-workspaces', '--ignore-scripts'], {
    cwd: site,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, lock);
}
