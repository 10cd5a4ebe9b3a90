// The gauntlet: `npm run gauntlet` sends the requests of every case to Fw and to other frameworks, in about 20 seconds, and writes the
// tables of docs/project/bypasses.md. `npm run gauntlet -- --dry` writes nothing.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPublished } from './advisories.mjs';
import { attack } from './attack.mjs';
import { CASES } from './cases/index.mjs';
import { installPeers } from './install.mjs';
import { writeToPage } from './page.mjs';

const here = import.meta.dirname;
const AT_ONCE = 4;

installPeers();
const hosts = {};
const unpublished = [];
for (const kind of ['fw', 'peers']) await runAll(kind);
withhold();

const results = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version.slice(1),
  hosts,
};
if (!process.argv.includes('--dry')) {
  writeFileSync(join(here, 'results/results.json'), `${JSON.stringify(results, null, 2)}\n`);
  writeToPage();
}
for (const { host, tried, bypasses } of unpublished)
  console.log(`Not written, because no advisory covers it: ${host}, ${tried}: ${bypasses.join(' | ')}`);
const ofFw = Object.entries(hosts).filter(([name]) => name.startsWith('Fw'));
const passed = ofFw
  .flatMap(([, { cases }]) => Object.entries(cases))
  .filter(([, { bypasses }]) => bypasses > 0);
for (const [name] of passed) console.error(`A guard of Fw was passed: ${name}`);
if (passed.length > 0) process.exitCode = 1;

/** Attacks the hosts of one process of serve.mjs. The routers and file readers of Fw are one host for each variant. */
async function runAll(kind) {
  const server = spawn(process.execPath, [join(here, 'serve.mjs'), kind], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const waiting = await (await fetch(await addressOf(server))).json();
    const take = async () => {
      for (let served = waiting.shift(); served !== undefined; served = waiting.shift()) await runOne(served);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
  } finally {
    server.kill();
  }
}

async function runOne(served) {
  const { host, packages = [], case: tried } = served;
  const versions = Object.fromEntries(packages.map((name) => [name, versionOf(name)]));
  const name = packages.length > 0 ? host : `Fw ${host[0]}`;
  const { bypasses, failures } = await attack(served, CASES[tried]);
  for (const failure of failures) throw new Error(`${name}, ${tried}: ${failure}`);
  const isPeer = packages.length > 0;
  hosts[name] ??= { versions: isPeer ? versions : { 'fw-runtime': versionOf('fw-runtime') }, cases: {} };
  if (bypasses.length > 0 && isPeer && !isPublished(tried, versions))
    unpublished.push({ host: name, tried, bypasses });
  const { cases } = hosts[name];
  const { requests, bypasses: before } = cases[tried] ?? { requests: 0, bypasses: 0 };
  cases[tried] = {
    requests: requests + CASES[tried].control.length + CASES[tried].requests.length,
    bypasses: before + bypasses.length,
  };
}

/**
 * A case is shown for Fw only if another framework has a result that no advisory covers, so that the page doesn't single one out.
 */
function withhold() {
  for (const { tried } of unpublished)
    for (const [name, { cases }] of Object.entries(hosts)) if (!name.startsWith('Fw')) delete cases[tried];
}

async function addressOf({ stdout }) {
  let output = '';
  for await (const chunk of stdout.setEncoding('utf8')) {
    output += chunk;
    const [, url] = /^Listening on (\S+)$/m.exec(output) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`The servers of the gauntlet ended: ${output}`);
}

/** The version that is installed, or that of this repository for fw-runtime. */
function versionOf(name) {
  const file =
    name === 'fw-runtime' ? '../../packages/runtime/package.json' : `node_modules/${name}/package.json`;
  return JSON.parse(readFileSync(join(here, file), 'utf8')).version;
}
