// Memory of a server in MB: resident after one response, after 20,000 and after 100,000, on the small app: `npm run bench:micro
// -- memory`. It should not grow between the last two.
import { candidates, RAW } from '../candidates.mjs';
import { Load } from '../loads/http1.mjs';
import { scenarios } from '../reference-app.mjs';
import { startServer } from '../start-server.mjs';

export const title = 'Resident memory of a server, MB';
const taking = [
  RAW,
  ...candidates.filter(({ name, scenarios }) => scenarios.includes('a') && !/ on /.test(name)),
];
export const contenders = taking.map(({ name }) => name);

export async function run(contender) {
  const candidate = taking.find(({ name }) => name === contender);
  const server = startServer(candidate, 'a', { node: process.execPath, nodeOptions: [] });
  const port = await server.port;
  const [request] = scenarios.a.checks;
  const response = await fetch(`http://127.0.0.1:${port}${request.path}`);
  await response.text();
  const results = { idle: await residentOf(server) };
  const load = new Load(port, request);
  let sent = 0;
  for (const amount of [20_000, 100_000]) {
    await load.run(amount - sent);
    sent = amount;
    results[`after ${amount.toLocaleString('en')} requests`] = await residentOf(server);
  }
  load.close();
  await server.stop();
  return results;
}

async function residentOf(server) {
  const { rss } = await server.usage();
  return Math.round(rss / 1e5) / 10;
}
