// The command line of `npm run campaign`.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { candidates } from './candidates.mjs';

export const HELP = `npm run campaign -- [options]

  --candidates NAMES  those whose names begin so, separated by commas (default: ${candidates.map(({ name }) => name).join(', ')})
  --runtime NAME      node, or bun or deno with their own servers, over the protocols that these have (default node)
  --seconds N         how long all of it takes, shared among the candidates (default 300)
  --seed N            repeats the choices of another run (default: a new one, which is printed)
  --pace N            milliseconds that a steady client waits between requests (default 2)
  --write             write the report though only a part was measured
  --out FOLDER        where to (default: tools/campaign/results)
`;

const WHOLE = 300;
const RUNTIMES = new Set(['node', 'bun', 'deno']);
/** The folder of the results that the page shows. */
export const RESULTS = `${import.meta.dirname}/results`;

/** @throws Error that names the wrong option */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      candidates: { type: 'string' },
      runtime: { type: 'string', default: 'node' },
      seconds: { type: 'string', default: String(WHOLE) },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      pace: { type: 'string', default: '2' },
      write: { type: 'boolean', default: false },
      out: { type: 'string', default: RESULTS },
      help: { type: 'boolean', default: false },
    },
  });
  const seconds = count('seconds', values.seconds);
  if (!RUNTIMES.has(values.runtime)) throw new Error(`--runtime: there is no ${values.runtime}`);
  const isNode = values.runtime === 'node';
  const isWhole = values.candidates === undefined && seconds >= WHOLE && isNode;
  return {
    help: values.help,
    runtime: values.runtime,
    candidates: chosenCandidates(values.candidates ?? (isNode ? '' : 'fw')),
    seconds,
    seed: count('seed', values.seed),
    pace: count('pace', values.pace),
    out: values.out,
    isWritten: values.write || isWhole,
    isOnPage: values.out === RESULTS,
  };
}

function chosenCandidates(text) {
  const starts = text
    .toLowerCase()
    .split(',')
    .map((start) => start.trim());
  const chosen = candidates.filter(({ name }) =>
    starts.some((start) => name.toLowerCase().startsWith(start)),
  );
  if (chosen.length === 0) throw new Error(`--candidates: none begins with ${text}`);
  return chosen;
}

function count(name, text) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`--${name}: expected a whole number, received ${text}`);
}
