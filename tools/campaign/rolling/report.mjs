// The figures of rolling restarts as Markdown, and the figures that violate its rules.
import { markdownTable } from '../../shared/table.mjs';
import { rewritePage, withResults } from '../../shared/page.mjs';

/** A row for each candidate, proxy and protocol. */
export function table(results) {
  return markdownTable([
    ['Server', 'Proxy', 'Clients', 'Requests', 'POSTs', 'Lost', 'Lost POSTs', 'Wrong sessions'],
    ...results.flatMap(({ name: candidate, ways }) =>
      ways.map(({ name, requests, posts, lost, lostPosts, wrong }) => {
        const [proxy, protocol] = name.split(', ');
        return [candidate, proxy, protocol, requests, posts, lost, lostPosts, wrong];
      }),
    ),
  ]);
}

/** The part of docs/project/campaign.md. */
export function summary(results, run) {
  const versions = Object.entries(run.versions).map(([name, version]) => `${name} ${version}`);
  return [
    `Node ${run.nodeVersion} on ${run.machine}, ${run.day}, ${versions.join(', ')}; ${run.restarts} restarts of each process, ${run.visitors} clients per proxy and protocol:`,
    '',
    table(results),
  ].join('\n');
}

/** @returns a sentence for each violation; Caddy is measured only (docs/deploy/reverse-proxy.md) */
export function violationsOf({ name, ways: all, stops }) {
  const ways = all.filter((way) => !way.name.startsWith('caddy'));
  return [
    ...ways.filter(({ lost }) => lost > 0).map((way) => `${way.name}: ${way.lost} requests were lost`),
    ...ways.filter(({ wrong }) => wrong > 0).map((way) => `${way.name}: ${way.wrong} sessions were wrong`),
    ...ways.filter(({ requests }) => requests === 0).map((way) => `${way.name}: no requests`),
    ...stops.filter(({ code }) => code !== 0).map(({ code }) => `a process ended with ${code}`),
  ].map((violation) => `${name}: ${violation}`);
}

export function writeToPage(folder) {
  rewritePage('project/campaign.md', (text) => withRolling(text, folder));
}

/** The text with each `<!-- rolling NAME -->` … `<!-- end -->` filled from NAME.json in the folder. */
export function withRolling(text, folder) {
  return withResults(text, 'rolling', folder, ({ run, results }) => summary(results, run));
}
