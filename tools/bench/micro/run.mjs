// The micro benchmarks: `npm run bench:micro`, about ten minutes, or some of them: `npm run bench:micro -- routers pipelines`.
// One row: `npm run bench:micro -- routers --only "github: memoirist"`. `--repeat N` processes for each row (default 3, run in
// turns; the median is shown, with the range if it is wide); `--node PATH` for another Node; `--write` keeps the tables in
// results/micro-node-N.md. Each file beside this one describes what it measures and how. They measure the cost of one part by
// itself; `npm run bench` measures whole servers.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { machine } from '../../shared/machine.mjs';
import { installPeers, versionOf } from '../../shared/peers.mjs';
import { markdownTable } from '../../shared/table.mjs';
import { median } from '../statistics.mjs';

const names = [
  'requests',
  'routers',
  'registration',
  'pipelines',
  'messages',
  'start-up',
  'first-response',
  'memory',
  'edits',
  'transfers',
];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    repeat: { type: 'string', default: '3' },
    node: { type: 'string', default: process.execPath },
    write: { type: 'boolean', default: false },
  },
});
const chosen = positionals.length === 0 ? names : positionals;
const unknown = chosen.find((name) => !names.includes(name));
if (unknown !== undefined)
  throw new Error(`There is no micro benchmark ${unknown}; there are ${names.join(', ')}`);
installPeers();

const sections = [];
for (const name of chosen) sections.push(await section(name));
if (values.write) write();

async function section(name) {
  const { title, contenders } = await import(`./${name}.mjs`);
  const taking = contenders.filter((contender) => contender.includes(values.only));
  const found = new Map(taking.map((contender) => [contender, []]));
  for (let turn = 0; turn < Number(values.repeat); turn++) {
    for (const contender of taking) {
      const result = await runOne(name, contender);
      if (result !== undefined) found.get(contender).push(result);
    }
  }
  const columns = [...new Set([...found.values()].flat().flatMap((result) => Object.keys(result)))];
  const lines = [...found].map(([contender, results]) => [
    contender,
    ...columns.map((column) =>
      cell(results.map((result) => result[column]).filter((value) => value !== undefined)),
    ),
  ]);
  const text = `## ${title}\n\n${markdownTable([['', ...columns], ...lines])}\n`;
  console.log(`\n${text}`);
  return text;
}

// A separate process, so that no contender runs on code that V8 has optimized for another.
async function runOne(name, contender) {
  const program = fileURLToPath(new URL('one.mjs', import.meta.url));
  try {
    const { stdout } = await promisify(execFile)(values.node, ['--expose-gc', program, name, contender], {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    return JSON.parse(stdout);
  } catch (error) {
    console.error(`${name}, ${contender}: ${error.stderr?.match(/^\w*Error.*$/m)?.[0] ?? error.message}`);
    process.exitCode = 1;
    return undefined;
  }
}

function cell(values) {
  if (values.length === 0) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const middle = median(values);
  return high - low > 0.2 * middle ? `${middle} (${low}–${high})` : String(middle);
}

function write() {
  const version = execFileSync(values.node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  const peers = [
    'fw-runtime',
    'memoirist',
    'find-my-way',
    'rou3',
    'koa-compose',
    'hono',
    'h3',
    'fastify',
    'srvx',
  ];
  const folder = fileURLToPath(new URL('../results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const text = [
    `# Micro benchmarks on Node ${version}`,
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machine()}; ${peers.map((name) => `${name} ${versionOf(name)}`).join(', ')}.`,
    `Median of ${values.repeat} processes for each row. Again: \`npm run bench:micro\`.`,
    '',
    ...sections,
  ].join('\n');
  writeFileSync(join(folder, `micro-node-${version.split('.')[0]}.md`), text);
}
