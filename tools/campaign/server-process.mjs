// The process of one candidate. It serves until it gets SIGTERM, or until the campaign is gone, and tells when asked what
// it holds: memory after a collection, open sockets, open files.
import { readdirSync, readlinkSync, writeSync } from 'node:fs';
import { seen } from './contract.mjs';

const [, , server, options] = process.argv;
const LINKS = '/proc/self/fd';

// What nobody catches ends the process, as it does everywhere; here its kind is told before.
process.on('uncaughtExceptionMonitor', (error, origin) => writeSync(2, `campaign: ${origin}\n`));

const { start } = await import(`./servers/${server}.mjs`);
await start(JSON.parse(options));

process.on('disconnect', () => process.exit(0));
process.on('message', (id) => {
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ id, memory: heapUsed + external, rss, ...openHandles(), ...seen });
});
process.send({ id: 0 });

function collect() {
  if (globalThis.Bun === undefined) globalThis.gc();
  else Bun.gc(true);
}

function openHandles() {
  const links = descriptors();
  const sockets = (process.getActiveResourcesInfo?.() ?? []).filter(
    (kind) => kind === 'TCPSocketWrap',
  ).length;
  if (links === undefined) return { sockets, files: 0 };
  return {
    // Those that listen, and the channel to the campaign, are sockets too: the start is compared with the end.
    sockets: Math.max(links.filter((link) => link.startsWith('socket:')).length, sockets),
    files: links.filter((link) => link.startsWith('/') && !/^\/(?:dev|proc)\//.test(link)).length,
  };
}

/** What the descriptors of this process are; undefined where the system does not tell. */
function descriptors() {
  try {
    return readdirSync(LINKS).map(linkOf);
  } catch {
    return undefined;
  }
}

// The folder itself was open while it was read.
function linkOf(descriptor) {
  try {
    return readlinkSync(`${LINKS}/${descriptor}`);
  } catch {
    return '';
  }
}
