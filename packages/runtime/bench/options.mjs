// The command line of `npm run bench`.
import { parseArgs } from 'node:util';
import { candidates, RAW } from './candidates.mjs';
import { reports, scenarios } from './site.mjs';

export const HELP = `npm run bench -- [options]

  --only NAMES       candidates whose names begin so, separated by commas (${candidates.map(({ name }) => name).join(', ')}),
                    or bundles: sizes and starts of applications bundled for Workers, two minutes
  --scenario LETTERS such as a,e (default: all, ${Object.keys(scenarios).join('')}; g alone, contracts, is written)
  --rounds N         the most rounds (default 12)
  --minutes N        no round is begun that would end later than this (default 30)
  --turns N          bursts of load on each process (default 4)
  --burst N          milliseconds of each (default 400)
  --warmup N         requests before it is measured (default 25000)
  --starts N         starts of each bundle (default 40)
  --node PATH        the Node that serves (default: this one)
  --node-options O   for it, such as --retain-maps-for-n-gc=10000
  --quick            one round, Fw on its default router only, nothing written
  --write            write the report though only a part was measured
  --out FOLDER       where to (default: packages/runtime/bench/results)
`;

const BUNDLES = 'bundles';

/** @throws Error that says which option is wrong */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      scenario: { type: 'string' },
      rounds: { type: 'string' },
      minutes: { type: 'string', default: '30' },
      turns: { type: 'string', default: '4' },
      burst: { type: 'string', default: '400' },
      warmup: { type: 'string', default: '25000' },
      starts: { type: 'string' },
      node: { type: 'string', default: process.execPath },
      'node-options': { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      out: { type: 'string', default: `${import.meta.dirname}/results` },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick, only, scenario } = values;
  const chosen = chosenScenarios(scenario);
  const isPart = quick || only !== undefined || !areWholeReports(chosen);
  const names = only?.split(',').map((name) => name.trim().toLowerCase());
  const isBundlesOnly = names?.every((name) => name === BUNDLES) === true;
  return {
    help: values.help,
    hasBundles: names?.includes(BUNDLES) ?? scenario === undefined,
    hasServers: !isBundlesOnly,
    candidates: isBundlesOnly ? [] : chosenCandidates(names, quick),
    scenarios: chosen,
    rounds: count('rounds', values.rounds ?? (quick ? '1' : '12')),
    minutes: count('minutes', values.minutes),
    turns: count('turns', values.turns),
    burst: count('burst', values.burst),
    warmup: count('warmup', values.warmup),
    starts: count('starts', values.starts ?? (quick ? '5' : '40')),
    node: values.node,
    nodeOptions: values['node-options'].split(' ').filter(Boolean),
    out: values.out,
    isWritten: values.write || !isPart || isBundlesOnly,
    isOnPage: !isPart || isBundlesOnly,
  };
}

function chosenCandidates(names = [''], quick) {
  const chosen = candidates.filter(
    ({ name, onlyWhenNamed }) =>
      names.some((start) =>
        onlyWhenNamed ? name.toLowerCase() === start : name.toLowerCase().startsWith(start),
      ) && !(quick && / on /.test(name)),
  );
  if (chosen.length === 0 && !names.includes(RAW.name))
    throw new Error(`--only: no candidate begins with ${names.join(' or ')}`);
  return chosen;
}

function chosenScenarios(text) {
  const chosen = text === undefined ? Object.keys(scenarios) : text.split(/,|(?=\w)/).filter(Boolean);
  const unknown = chosen.find((letter) => !Object.hasOwn(scenarios, letter));
  if (unknown !== undefined) throw new Error(`--scenario: there is no ${unknown}`);
  return chosen;
}

function areWholeReports(chosen) {
  return Object.values(reports).every(
    (letters) =>
      letters.every((letter) => chosen.includes(letter)) ||
      !letters.some((letter) => chosen.includes(letter)),
  );
}

function count(name, text) {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name}: expected a whole number above 0, received ${text}`);
}
