// Rolling restarts: `npm run campaign -- --rolling`. Two processes of an app with sessions in Redis run behind nginx, HAProxy and
// Caddy, where these are installed. They are restarted one after the other while visitors send requests. With the shutdown delay,
// nginx and HAProxy may lose no request. The campaign also measures without the delay and with bare Node, which shows that it
// detects lost requests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { described, writeResults } from '../../shared/results.mjs';
import { HELP, readOptions } from './options.mjs';
import { certificateIn, isInstalled, versionOf } from './proxies.mjs';
import { violationsOf, table, writeToPage } from './report.mjs';
import { roll } from './roll.mjs';

const PROGRAMS = { nginx: ['nginx'], haproxy: ['haproxy', 'haproxy with HTTP/2'], caddy: ['caddy'] };
const fw = [
  { program: 'app', variant: 'a' },
  { program: 'app', variant: 'b' },
];
const bare = [{ program: 'bare' }, { program: 'bare' }];

export async function run(args) {
  const options = readOptions(args);
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  const programs = Object.keys(PROGRAMS).filter(
    (program) => isInstalled(program) && (options.isWhole || program !== 'caddy'),
  );
  if (programs.length === 0 || !isInstalled('redis-server')) {
    console.error(
      'Rolling restarts need redis-server, and nginx, haproxy or caddy: install the Debian packages.',
    );
    return 1;
  }
  const { restarts, visitors, pace, delay } = options;
  const candidates = [
    { name: `fw, delay of ${delay} s`, processes: fw, delay, isJudged: true },
    { name: 'fw, no delay', processes: fw, delay: 0 },
    { name: 'bare Node', processes: bare, delay: 0 },
  ];
  const root = mkdtempSync(join(tmpdir(), 'fw-rolling-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  const plan = {
    restarts,
    visitors,
    pace,
    root,
    certificate: certificateIn(root),
    names: programs.flatMap((program) => PROGRAMS[program]),
  };
  const results = [];
  const violations = [];
  for (const { isJudged = false, ...candidate } of options.isWhole ? candidates : candidates.slice(0, 1)) {
    const rolled = await roll(candidate, plan);
    results.push(rolled);
    if (isJudged) violations.push(...violationsOf(rolled));
    console.error(`${rolled.name}: ${rolled.ways.reduce((sum, { requests }) => sum + requests, 0)} requests`);
    for (const { name, examples } of rolled.ways)
      for (const example of examples) console.error(`  ${name}: ${example}`);
  }
  const versions = Object.fromEntries(programs.map((program) => [program, versionOf(program)]));
  console.log(table(results));
  for (const violation of violations) console.error(violation);
  if (options.isWritten) {
    writeResults(options.out, 'rolling', {
      run: described({ restarts, visitors, versions, violations }),
      results,
    });
    if (options.isOnPage) writeToPage(options.out);
  }
  return violations.length === 0 ? 0 : 1;
}
