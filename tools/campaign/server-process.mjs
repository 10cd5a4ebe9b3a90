// The process of one candidate. It serves until it gets SIGTERM or the campaign ends. On request, it reports its resources:
// memory after a garbage collection, open sockets, open files.
import { readdirSync, readlinkSync, writeSync } from 'node:fs';
import { seen } from './contract.mjs';

const [, , server, options] = process.argv;
const LINKS = '/proc/self/fd';

// An uncaught error ends the process, as everywhere. Here its type is reported first.
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
    // Listening sockets and the channel to the campaign are sockets too, so the end is compared with the start.
    sockets: Math.max(links.filter((link) => link.startsWith('socket:')).length, sockets),
    files: links.filter((link) => link.startsWith('/') && !/^\/(?:dev|proc)\//.test(link)).length,
  };
}

/** The types of this process's file descriptors; undefined where the system does not list them. */
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
