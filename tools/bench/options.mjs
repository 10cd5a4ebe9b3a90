// The command line of `npm run bench`.
import { parseArgs } from 'node:util';
import { candidates, candidatesIn, RAW } from './candidates.mjs';
import { MAJORS, RUNTIMES } from '../shared/runtimes.mjs';
import { reports, scenarios } from './reference-app.mjs';

export const HELP = `npm run bench -- [options]

  --only NAMES       candidates whose names begin so, separated by commas (${candidates.map(({ name }) => name).join(', ')};
                    "fw b again" is a second process of the same code), or bundles: sizes and starts of
                    applications bundled for Workers, two minutes
  --all              all candidates that a scenario has
  --scenario NAMES   such as a,e (default: ${reports[''].scenarios.join(',')}; g: contracts; free: what is not used)
  --node NAMES       such as 24,26,bun,deno, or the path of a Node (default: ${MAJORS.join(',')}; for bundles and instructions: this one)
  --way              instead of time: the functions that one GET runs, the modules that a server loads, and sizes
  --instructions     instead of time: instructions of a request, by valgrind, and bytes
  --sets N           sets of fresh processes (default 6)
  --rounds N         bursts of each process (default 30)
  --burst N          requests of each (default 300)
  --warmup N         requests before it is measured (default 30000)
  --starts N         starts of each bundle (default 40)
  --node-options O   for the servers, such as --retain-maps-for-n-gc=10000
  --quick            one set, nothing written
  --write            write the results though only a part was measured
  --out FOLDER       where to (default: tools/bench/results)
`;

const BUNDLES = 'bundles';

/** @throws Error that names the wrong option */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      all: { type: 'boolean', default: false },
      scenario: { type: 'string' },
      node: { type: 'string' },
      instructions: { type: 'boolean', default: false },
      way: { type: 'boolean', default: false },
      sets: { type: 'string' },
      rounds: { type: 'string', default: '30' },
      burst: { type: 'string', default: '300' },
      warmup: { type: 'string', default: '30000' },
      starts: { type: 'string' },
      'node-options': { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      out: { type: 'string', default: `${import.meta.dirname}/results` },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick, only, instructions } = values;
  const names = only?.split(',').map((name) => name.trim().toLowerCase());
  const hasBundles = names?.every((name) => name === BUNDLES) === true;
  const chosen = chosenScenarios(values.scenario);
  const choice = { names, isAll: values.all };
  if (!hasBundles) checkNames(choice, chosen);
  const isWhole = hasBundles || (names === undefined && !quick && (instructions || areWholeReports(chosen)));
  return {
    help: values.help,
    way: values.way,
    kind: hasBundles ? BUNDLES : instructions ? 'instructions' : 'bursts',
    scenarios: chosen,
    candidatesIn: (scenario, runtime = 'node') => candidatesIn(scenario, choice, runtime),
    nodes: values.node?.split(',') ?? (hasBundles || instructions ? [process.execPath] : MAJORS),
    sets: count('sets', values.sets ?? (quick ? '1' : '6')),
    rounds: count('rounds', values.rounds),
    burst: count('burst', values.burst),
    warmup: count('warmup', values.warmup),
    starts: count('starts', values.starts ?? (quick ? '5' : '40')),
    nodeOptions: values['node-options'].split(' ').filter(Boolean),
    out: values.out,
    isWritten: values.write || isWhole,
    isOnPage: isWhole,
  };
}

function checkNames({ names = [], isAll }, chosen) {
  const known = (name) =>
    name === RAW.name ||
    chosen.some((scenario) =>
      RUNTIMES.some((runtime) => candidatesIn(scenario, { names: [name], isAll }, runtime).length > 0),
    );
  const unknown = names.find((name) => !known(name));
  if (unknown !== undefined)
    throw new Error(`--only: no candidate of ${chosen.join(', ')} begins with ${unknown}`);
}

function chosenScenarios(text) {
  const chosen = text?.split(',').filter(Boolean) ?? reports[''].scenarios;
  const unknown = chosen.find((name) => !Object.hasOwn(scenarios, name));
  if (unknown !== undefined) throw new Error(`--scenario: there is no ${unknown}`);
  return chosen;
}

function areWholeReports(chosen) {
  return Object.values(reports).every(
    (report) =>
      report.scenarios.every((name) => chosen.includes(name)) ||
      !report.scenarios.some((name) => chosen.includes(name)),
  );
}

function count(name, text) {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name}: expected a whole number above 0, received ${text}`);
}
