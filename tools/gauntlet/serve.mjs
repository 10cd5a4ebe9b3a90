// Serves every case on one type of hosts, and a list of their addresses: `node tools/gauntlet/serve.mjs fw | joined | peers`. A
// program for Node, Bun and Deno.
import { JsonResponse } from 'fw-runtime/b';
import { CASES } from './cases/index.mjs';
import { createFw } from './frameworks/fw.mjs';
import { fwHosts, peerHosts } from './hosts.mjs';

const KINDS = {
  fw: () => fwHosts(process.env.ENGINE),
  joined: async () => (await import('./joined.mjs')).joinedHosts(),
  peers: peerHosts,
};
const kind = process.argv.at(-1);

const served = [];
for (const { name, packages, suits, start } of await KINDS[kind]())
  for (const [tried, { app }] of Object.entries(CASES)) {
    if (!suits(app)) continue;
    const server = await start(app);
    if (server !== undefined)
      served.push({ host: name, packages, case: tried, url: server.url, prefix: server.prefix });
  }

const list = createFw({});
list.get('/', () => new JsonResponse(served));
const { url } = await list.run({ host: '127.0.0.1', port: 0, signals: false, silent: true });
console.log(`Listening on ${url}`);
